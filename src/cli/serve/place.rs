//! Address of the page: an address of this machine, and a port.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use anyhow::{Context, Result, bail};

/// First port to try if no port is stored or requested.
const FIRST_PORT: u16 = 8470;
/// Number of ports to try.
const PORTS: u16 = 64;
/// Reserved address that no machine has. It serves to find the outgoing interface; nothing is sent there.
const NOBODY: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// Returns the address to listen at: the loopback address, or the address by which other machines in the network reach
/// this machine.
///
/// # Errors
/// If this machine is in no network, or a browser cannot use the address.
pub(super) fn address(lan: Option<Option<IpAddr>>) -> Result<IpAddr> {
    match lan {
        None => Ok(Ipv4Addr::LOCALHOST.into()),
        Some(Some(address)) if address.is_unspecified() => bail!(
            "{address} means every address: write the address of this machine in your network, or `--lan` alone"
        ),
        Some(Some(address)) => Ok(address),
        Some(None) => {
            let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0));
            let way_out = socket.and_then(|socket| {
                socket.connect(NOBODY)?;
                socket.local_addr()
            });
            let way_out = way_out.context(
                "this machine seems to have no network: write `--lan=ADDRESS` with its address in your network",
            )?;
            Ok(way_out.ip())
        }
    }
}

/// Listens at an address: at the stored or requested port, otherwise at the first unused port.
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
                bail!("{address} is not an address of this machine")
            }
            Err(error) => return Err(error).context(format!("cannot listen on {place}")),
        }
    }
    bail!(
        "port {} is in use, perhaps by another `affray serve`: choose another port with `--port`",
        ports.start()
    )
}
