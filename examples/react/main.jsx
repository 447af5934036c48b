import { register } from 'coflight/register';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fetch } from './fetch.js';
import { useJson } from './use-json.js';

function Largest() {
  const { data: places = [] } = useJson('/places.json');
  const [first] = places.toSorted((a, b) => b.people - a.people);
  return (
    <section>
      <h2>The largest</h2>
      <p className="large">{first?.name ?? '…'}</p>
    </section>
  );
}

function List() {
  const { data: places = [], error } = useJson('/places.json');
  if (error) return <p>The places could not be loaded.</p>;
  return (
    <section>
      <h2>Places</h2>
      <ul>
        {places.map(({ name, people }) => (
          <li key={name}>
            {name} <small>{people} million</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the wrapped fetch has counted. */
function Status() {
  const [text, setText] = useState('Loading …');
  useEffect(() => {
    const show = () => {
      const { calls, launched, joined } = fetch.stats();
      setText(`${calls} calls: ${launched} sent, ${joined} joined`);
    };
    fetch.addEventListener('settle', show);
    return () => fetch.removeEventListener('settle', show);
  }, []);
  return <p role="status">{text}</p>;
}

function Worker({ registered }) {
  const [text, setText] = useState('starting');
  useEffect(() => {
    registered.then(({ status }) => setText(status));
  }, [registered]);
  return <p>Service worker: {text}</p>;
}

const registered = register('/coflight-sw.js', { match: '/*.json', listenTo: fetch });

createRoot(document.getElementById('app')).render(
  <StrictMode>
    <h1>Two components, one request</h1>
    <Status />
    <p>
      Both components ask for <code>/places.json</code>, without knowing of each other. In development, strict
      mode mounts each of them twice. That makes four calls: the first is sent, and the others join it.
    </p>
    <div className="places">
      <List />
      <Largest />
    </div>
    <Worker registered={registered} />
  </StrictMode>,
);
