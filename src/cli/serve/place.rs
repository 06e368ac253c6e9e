//! Address of the page: an address of this machine, and a port.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use anyhow::{Context, Result, bail};

/// First port to try if none is stored or requested.
const FIRST_PORT: u16 = 8470;
/// Number of ports to try.
const PORTS: u16 = 64;
/// Reserved address that no machine has. It is used to find the outgoing interface; nothing is sent there.
const NOBODY: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Returns the address to listen at: the loopback address, or the one by which other machines in the network reach this
/// one.
///
/// # Errors
/// If this machine is in no network, or a browser cannot use the address.
pub(super) fn address(lan: Option<Option<IpAddr>>) -> Result<IpAddr> {
    match lan {
        None => Ok(Ipv4Addr::LOCALHOST.into()),
        Some(Some(address)) if address.is_unspecified() => bail!(
            "{address} stands for every address: write the one by which others reach this machine, \
             or `--lan` alone"
        ),
        Some(Some(address)) => Ok(address),
        Some(None) => {
            let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0));
            let way_out = socket.and_then(|socket| {
                socket.connect(NOBODY)?;
                socket.local_addr()
            });
            let way_out = way_out.context(
                "no way into a network is known here: \
                 write `--lan=ADDRESS` with the address by which others reach this machine",
            )?;
            Ok(way_out.ip())
        }
    }
}

/// Listens at an address: at the stored or requested port, otherwise at the first free one.
///
/// # Errors
/// If the port is in use, or the address does not belong to this machine.
pub(super) fn listen(address: IpAddr, port: Option<u16>) -> Result<(TcpListener, SocketAddr)> {
    let ports = match port {
        Some(port) => port..=port,
        None => FIRST_PORT..=FIRST_PORT + PORTS,
    };
    for place in ports.clone().map(|port| SocketAddr::new(address, port)) {
        match TcpListener::bind(place) {
            Ok(listener) => return Ok((listener, place)),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {}
            Err(error) if error.kind() == ErrorKind::AddrNotAvailable => {
                bail!("{address} is no address of this machine")
            }
            Err(error) => return Err(error).context(format!("{place} cannot be listened at")),
        }
    }
    bail!(
        "port {} is taken, perhaps by another `affray serve`: `--port` serves it elsewhere from now on",
        ports.start()
    )
}
