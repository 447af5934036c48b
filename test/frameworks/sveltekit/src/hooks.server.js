// A `load` on the server may read no header that is not named here. The wrapped fetch reads these.
const names = ['cache-control', 'content-type', 'vary'];

export const handle = ({ event, resolve }) =>
  resolve(event, { filterSerializedResponseHeaders: (name) => names.includes(name) });
