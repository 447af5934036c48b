import { createFetch } from 'coflight';
import { createPreloader } from 'coflight/preload';

const fetch = createFetch(); // one for the whole page
const images = createPreloader({ busy: fetch }); // waits while `fetch` is busy

/** A list that knows nothing of the other one. */
async function list(id, belongs) {
  const response = await fetch('places.json');
  const places = await response.json();
  for (const { name } of places.filter(belongs)) {
    const item = document.createElement('li');
    item.textContent = name;
    document.getElementById(id).append(item);
  }
}

const all = [list('north', ({ latitude }) => latitude > 0), list('south', ({ latitude }) => latitude < 0)];
await Promise.all(all);
const { calls, launched } = fetch.stats();
document.querySelector('[role=status]').textContent = `${calls} asked, ${launched} sent`;

const pictures = ['Dawn', 'Noon', 'Dusk', 'Night'];
const address = (name) => `images/${name.toLowerCase()}.svg`;
images.preload(...pictures.map(address)); // in the background, one after another

let chosen;
for (const name of pictures) {
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = async () => {
    chosen = name;
    const image = await images.load(address(name)); // at once: decoded, ready to be shown
    if (chosen !== name) return; // another click came meanwhile
    image.alt = name;
    document.querySelector('figure').replaceChildren(image);
  };
  document.querySelector('nav').append(button);
}
