import { secure, site } from './site.ts';

/** The same page over the other version of HTTP. */
function addressOverOther(): string {
  const address = new URL(location.href);
  address.host = new URL((secure ? site.plain : site.secure)[site.role]).host;
  address.protocol = secure ? 'http:' : 'https:';
  return address.href;
}

/** Leads to the other version of HTTP, and says what to expect there. */
export function OtherHttp() {
  const href = addressOverOther();
  if (secure)
    return (
      <p>
        This is HTTP/2. <a href={href}>Back to HTTP/1.1</a>
      </p>
    );
  return (
    <p>
      This is HTTP/1.1. <a href={href}>Open over HTTP/2</a>
      {site.ownCertificate &&
        '. The certificate was made on this machine: your browser warns of it, and runs no service worker under it.'}
    </p>
  );
}
