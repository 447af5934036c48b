import { addressOf } from './address.ts';
import { secure, site } from './site.ts';

/** The same page over the other version of HTTP. */
function addressOverOther(): string {
  const origin = (secure ? site.plain : site.secure)[site.role];
  return addressOf(new URL(location.pathname, origin).href);
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
