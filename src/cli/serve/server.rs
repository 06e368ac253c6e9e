//! Server with one thread, a task for each connection, and limits on all resources that a client can use.

use std::cell::RefCell;
use std::convert::Infallible;
use std::net;
use std::rc::Rc;
use std::time::Duration;

use anyhow::Result;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{sleep, timeout};

use super::answer::{LIFE, Site};
use super::guests::{Guests, Seat};

/// Time limit for a client to send its request.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum length of a request with all its headers, in bytes; also the size of the buffer for slow readers.
const REQUEST: usize = 8 * 1024;
/// Maximum number of headers in a request.
const HEADERS: usize = 64;
/// Time limit for sending the end of a stream.
const FAREWELL: Duration = Duration::from_secs(10);
/// Pause before the next connection after an error of the system.
const AGAIN: Duration = Duration::from_millis(100);
/// Response to connections without a seat.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// Serves a site forever.
///
/// # Errors
/// If the system provides no sockets.
pub(super) fn run(listener: net::TcpListener, site: Site) -> Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async move {
        let listener = TcpListener::from_std(listener)?;
        let site = Rc::new(site);
        let guests = Rc::new(RefCell::new(Guests::default()));
        loop {
            // The client is already gone, or no file handle is left; other clients may come.
            let Ok((stream, from)) = listener.accept().await else {
                sleep(AGAIN).await;
                continue;
            };
            match Guests::seat(&guests, from.ip()) {
                Some(seat) => welcome(stream, seat, Rc::clone(&site)),
                // Data that the system does not accept immediately is dropped.
                None => drop(stream.try_write(FULL)),
            }
        }
    })
}

/// Serves one connection with one request and its response, which may be long.
fn welcome(stream: TcpStream, seat: Seat, site: Rc<Site>) {
    let seat = Rc::new(seat);
    let place = Rc::clone(&seat);
    let task = spawn_local(async move {
        let service = service_fn(|request| {
            let answer = site.answer(&request, &seat);
            async move { Ok::<_, Infallible>(answer) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_headers(HEADERS)
            .max_buf_size(REQUEST)
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), service);
        // However the connection ends, the client is gone.
        let _ = timeout(LIFE + FAREWELL, connection).await;
    });
    place.served_by(task.abort_handle());
}
