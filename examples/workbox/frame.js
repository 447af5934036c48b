// Asks when the page says so, shows the answer, and passes its number on.

addEventListener('message', async () => {
  const response = await fetch('/time');
  const { number, time } = await response.json();
  document.querySelector('b').textContent = `Answer ${number}`;
  document.querySelector('span').textContent = `at ${time}`;
  parent.postMessage(number);
});
