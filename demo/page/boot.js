// Says why a page cannot start. Any browser with modules must be able to read it, so it has no newer syntax.

(() => {
  const needs = {
    'Promise.withResolvers': 'withResolvers' in Promise,
    'URL.parse': 'parse' in URL,
    BroadcastChannel: 'BroadcastChannel' in window,
    'Web Locks': 'locks' in navigator,
    'CSS.registerProperty': 'registerProperty' in CSS,
    'light-dark() in CSS': CSS.supports('color', 'light-dark(red, red)'),
  };
  const missing = Object.keys(needs).filter((name) => !needs[name]);

  function say(text) {
    const main = document.createElement('main');
    main.style.cssText = 'margin: 16px; padding: 12px 16px; border: 2px solid; font: 1rem/1.5 sans-serif';
    const title = document.createElement('h1');
    title.style.cssText = 'margin: 0; font-size: 1.25rem';
    title.textContent = 'The demo cannot start';
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.style.cssText = 'margin: 4px 0 0';
    notice.textContent = text;
    main.append(title, notice);
    document.body.prepend(main);
  }

  function isEmpty() {
    const host = document.querySelector('#front, #panel');
    return host === null || host.firstChild === null;
  }

  const usual = 'Reload it. If that does not help: is the demo’s server running?';

  /** An error may have an `advice` of its own. */
  function fail(error) {
    if (missing.length || !isEmpty() || document.querySelector('[role=alert]')) return;
    const { message = String(error), advice = usual } = Object(error);
    say(`The page could not start: ${message.replace(/\.$/, '')}. ${advice}`);
  }

  addEventListener('error', (event) => fail(event.error || event.message));
  addEventListener('unhandledrejection', (event) => fail(event.reason));
  if (missing.length)
    addEventListener('DOMContentLoaded', () => {
      say(
        `The demo needs what this browser lacks: ${missing.join(', ')}. A current Chrome, Edge, Firefox or Safari has it.`,
      );
    });
})();
