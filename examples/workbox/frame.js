// Asks when it is told to, and shows the answer.

const status = document.querySelector('[role=status]');

addEventListener('message', async () => {
  status.textContent = '…';
  const response = await fetch('/time');
  status.textContent = await response.text();
});
