import { Component, createElement, StrictMode, Suspense, use, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

class Boundary extends Component {
  state = {};
  static getDerivedStateFromError = (error) => ({ error });
  componentDidCatch = (error) => this.props.fail(error);
  render() {
    return this.state.error ? 'failed' : this.props.children;
  }
}

export function client(makeFetch) {
  const fetch = makeFetch();
  const load = (url) => fetch(url).then((response) => response.json());

  function Part({ promise, done }) {
    const data = use(promise);
    useEffect(() => done(data), [data, done]);
  }

  /** The component above the boundary makes the promise: it does not suspend, so it keeps it. */
  function Parent({ url, done, fail }) {
    const [promise] = useState(() => load(url));
    const part = createElement(Suspense, null, createElement(Part, { promise, done }));
    return createElement(Boundary, { fail }, part);
  }

  return (url) =>
    new Promise((done, fail) => {
      const root = createRoot(document.createElement('div'), { onCaughtError: () => {} });
      root.render(createElement(StrictMode, null, createElement(Parent, { url, done, fail })));
    });
}
