const { serviceWorker } = navigator;
await serviceWorker.register('/sw.js');
if (!serviceWorker.controller)
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));

/** A frame that the worker serves, once it has loaded. */
const open = (title) =>
  new Promise((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { title, src: '/frame.html' });
    frame.onload = () => resolve(frame);
    document.querySelector('.frames').append(frame);
  });

const frames = await Promise.all(['First', 'Second', 'Third'].map(open));
const status = document.querySelector('[role=status]');

async function ask() {
  const numbers = [];
  const all = new Promise((resolve) => {
    window.onmessage = ({ data }) => numbers.push(data) === frames.length && resolve();
  });
  for (const frame of frames) frame.contentWindow.postMessage('ask');
  await all;
  const answers = new Set(numbers).size;
  status.textContent = `${frames.length} frames asked. The server got ${answers} request${answers > 1 ? 's' : ''}.`;
}

await ask();
Object.assign(document.querySelector('button'), { hidden: false, onclick: ask });
