//! Responses to all requests: the page, the stream of what players see, or an error. Requests change nothing.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use subtle::ConstantTimeEq;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use super::guests::Seat;
use crate::store::new_token;

/// Source of the page. The nonce that allows only the page's own script and style replaces `NONCE` in it.
const PAGE: &str = include_str!("page.html");
/// Interval after which a stream without news sends a heartbeat.
const BEAT: Duration = Duration::from_secs(10);
/// Heartbeat event, independent of the fight.
const BEAT_EVENT: &str = "event: beat\ndata: .\n\n";
/// Duration of a stream. An open page reconnects automatically, and the connection of a client that disappeared ends.
pub(super) const LIFE: Duration = Duration::from_secs(300);
/// Content security policy of the page, which may only run its own code and read the stream.
const POLICY: &str = "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Contents of the site and access to it.
pub(super) struct Site {
    /// Host names that a request may use for this machine.
    hosts: Vec<String>,
    token: String,
    news: watch::Receiver<Bytes>,
}

/// Body of a response.
pub(super) enum Answer {
    Whole(Option<Bytes>),
    /// Pieces that are sent as soon as they are available.
    Stream(mpsc::Receiver<Bytes>),
}

impl Site {
    /// Creates the site at an address; it shows the latest of `news` to clients with the token.
    pub(super) fn new(place: SocketAddr, token: String, news: watch::Receiver<Bytes>) -> Self {
        let mut hosts = vec![place.to_string()];
        if place.ip().is_loopback() {
            hosts.push(format!("localhost:{}", place.port()));
        }
        if place.port() == 80 {
            let short = hosts
                .iter()
                .map(|host| host.trim_end_matches(":80").to_owned());
            hosts.extend(short.collect::<Vec<String>>());
        }
        Self { hosts, token, news }
    }

    /// Answers one request on a connection that has a seat.
    pub(super) fn answer<B>(&self, request: &Request<B>, seat: &Seat) -> Response<Answer> {
        if !self.is_meant(request) {
            return said(
                StatusCode::MISDIRECTED_REQUEST,
                "Wrong address",
                "The players' page is not at this address. Ask the GM for the link or the QR code.",
            );
        }
        let path = request.uri().path();
        let path = path.strip_prefix('/').unwrap_or_default();
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        let is_known = bool::from(token.as_bytes().ct_eq(self.token.as_bytes()));
        if !is_known || !["", "events"].contains(&rest) {
            return said(
                StatusCode::NOT_FOUND,
                "This link does not work",
                "The link is incomplete, or the GM has replaced it. Ask the GM for the current link or QR code.",
            );
        }
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let mut refused = said(
                StatusCode::METHOD_NOT_ALLOWED,
                "This page is read-only",
                "Open the link in a browser.",
            );
            let allowed = HeaderValue::from_static("GET, HEAD");
            refused.headers_mut().insert(header::ALLOW, allowed);
            return refused;
        }
        if !seat.is_welcome() {
            let mut full = said(
                StatusCode::SERVICE_UNAVAILABLE,
                "Too many pages are open",
                "Close the players' page in other tabs of this device. This page tries again every 10 seconds.",
            );
            set(&mut full, header::REFRESH, "10");
            return full;
        }
        match rest {
            "" => page(),
            _ => self.stream(request.method()),
        }
    }

    /// Checks that a request uses a host name of this site. A foreign page whose name resolves to this machine does
    /// not.
    fn is_meant<B>(&self, request: &Request<B>) -> bool {
        let known = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let mut named = request.headers().get_all(header::HOST).iter();
        let host = named.next().and_then(|host| host.to_str().ok());
        let target = request.uri().authority();
        host.is_some_and(known)
            && named.next().is_none()
            && target.is_none_or(|target| known(target.as_str()))
    }

    fn stream(&self, method: &Method) -> Response<Answer> {
        // One piece is in transit, and the next piece skips everything that is out of date.
        let (out, pieces) = mpsc::channel(1);
        if method == Method::GET {
            tokio::task::spawn_local(tell(self.news.clone(), out));
        }
        let mut response = Response::new(Answer::Stream(pieces));
        set(&mut response, header::CONTENT_TYPE, "text/event-stream");
        plain_headers(&mut response);
        response
    }
}

/// Sends what players see, first immediately and then after each change, until the client is gone.
async fn tell(mut news: watch::Receiver<Bytes>, out: mpsc::Sender<Bytes>) {
    let end = Instant::now() + LIFE;
    news.mark_changed();
    while Instant::now() < end {
        let piece = match timeout(BEAT, news.changed()).await {
            Ok(Ok(())) => news.borrow_and_update().clone(),
            Ok(Err(_)) => return,
            Err(_) => Bytes::from_static(BEAT_EVENT.as_bytes()),
        };
        if out.send(piece).await.is_err() {
            return;
        }
    }
}

fn page() -> Response<Answer> {
    // The page loads nothing from elsewhere; the nonce limits the damage of an injection.
    let Ok(nonce) = new_token() else {
        return said(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The page cannot be shown",
            "Reload the page. If that does not help, ask the GM to start `affray serve` again.",
        );
    };
    let policy = format!("{POLICY}; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'");
    let page = PAGE.replace("NONCE", &nonce);
    let mut response = Response::new(Answer::Whole(Some(page.into())));
    set(
        &mut response,
        header::CONTENT_TYPE,
        "text/html; charset=utf-8",
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    plain_headers(&mut response);
    response
}

/// Returns a response with a short explanation, readable on a phone and in dark mode.
fn said(status: StatusCode, title: &str, text: &str) -> Response<Answer> {
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · Affray</title>\n<h1>{title}</h1>\n<p>{text}</p>\n</html>\n"
    );
    let mut response = Response::new(Answer::Whole(Some(page.into())));
    *response.status_mut() = status;
    set(
        &mut response,
        header::CONTENT_TYPE,
        "text/html; charset=utf-8",
    );
    set(&mut response, header::CONTENT_SECURITY_POLICY, POLICY);
    plain_headers(&mut response);
    response
}

/// Sets the headers of every response: no caching, no embedding in other pages, no referrer.
fn plain_headers(response: &mut Response<Answer>) {
    set(response, header::CACHE_CONTROL, "no-store");
    set(response, header::REFERRER_POLICY, "no-referrer");
    set(response, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    let by_itself = HeaderName::from_static("cross-origin-resource-policy");
    set(response, by_itself, "same-origin");
}

fn set(response: &mut Response<Answer>, name: HeaderName, value: &'static str) {
    let headers = response.headers_mut();
    headers.insert(name, HeaderValue::from_static(value));
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let piece = match self.get_mut() {
            Self::Whole(text) => Poll::Ready(text.take()),
            Self::Stream(pieces) => pieces.poll_recv(context),
        };
        piece.map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(text) => {
                let bytes = text.as_ref().map_or(0, Bytes::len);
                SizeHint::with_exact(u64::try_from(bytes).unwrap_or(u64::MAX))
            }
            Self::Stream(_) => SizeHint::default(),
        }
    }
}
