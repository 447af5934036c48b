const { serviceWorker } = navigator;
await serviceWorker.register('/sw.js');
if (!serviceWorker.controller)
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));

const button = document.querySelector('button');
button.disabled = false;
button.onclick = () => {
  for (const frame of document.querySelectorAll('iframe')) frame.contentWindow.postMessage('ask');
};
