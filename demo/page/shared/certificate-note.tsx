import { origins, secure, site } from './site.ts';

/** What to expect of HTTP/2 with a certificate that no browser knows. */
export function CertificateNote() {
  if (!secure || !site.ownCertificate) return null;
  return (
    <p class="notice">
      This machine has made the certificate for HTTP/2 itself. If a panel stays empty, open it once and accept
      the certificate there: <Panel mode="off" />, <Panel mode="page" />, <Panel mode="worker" />; then
      reload. Browsers run no service worker under such a certificate: that panel says so and shares nothing.
      To use a certificate that they trust, start the demo with <code class="command">--cert cert.pem</code>{' '}
      and <code class="command">--key key.pem</code>.
    </p>
  );
}

function Panel({ mode }: { mode: 'off' | 'page' | 'worker' }) {
  return (
    <a href={origins[mode]} target="_blank" rel="noopener">
      {mode}
    </a>
  );
}
