//! The server: one thread, a task a connection, limits on all that a guest can use up.

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

/// So long a guest may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest request with all its headers, in bytes; of an answer so much waits for whoever reads slowly.
const REQUEST: usize = 8 * 1024;
/// The most headers of a request.
const HEADERS: usize = 64;
/// So long the end of a stream may take on its way.
const FAREWELL: Duration = Duration::from_secs(10);
/// After how long somebody is let in again, once the system refused.
const AGAIN: Duration = Duration::from_millis(100);
/// What those are told for whom there is no place.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// Serves a site to whoever comes, for ever.
///
/// # Errors
/// When the system gives no sockets.
pub(super) fn run(listener: net::TcpListener, site: Site) -> Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async move {
        let listener = TcpListener::from_std(listener)?;
        let site = Rc::new(site);
        let guests = Rc::new(RefCell::new(Guests::default()));
        loop {
            // A guest who is gone already, or no file left to open: others may come.
            let Ok((stream, from)) = listener.accept().await else {
                sleep(AGAIN).await;
                continue;
            };
            match Guests::seat(&guests, from.ip()) {
                Some(seat) => welcome(stream, seat, Rc::clone(&site)),
                // What the system does not take at once is not worth waiting for.
                None => drop(stream.try_write(FULL)),
            }
        }
    })
}

/// Serves one connection with one request and its answer, which may last.
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
        // However it ends, the guest is gone.
        let _ = timeout(LIFE + FAREWELL, connection).await;
    });
    place.served_by(task.abort_handle());
}
