import { register } from 'coflight/register';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fetch } from './fetch.js';
import { useJson } from './use-json.js';

function Largest() {
  const places = useJson('/places.json') ?? [];
  const [first] = places.toSorted((a, b) => b.people - a.people);
  return <p>The largest: {first?.name ?? '…'}</p>;
}

function List() {
  const places = useJson('/places.json') ?? [];
  return (
    <ul>
      {places.map(({ name, people }) => (
        <li key={name}>
          {name}, {people} million
        </li>
      ))}
    </ul>
  );
}

function Status() {
  const [text, setText] = useState('');
  useEffect(() => {
    const show = () => {
      const { launched, joined } = fetch.stats();
      setText(`${launched} sent, ${joined} joined`);
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
    <main>
      <List />
      <Largest />
    </main>
    <Worker registered={registered} />
  </StrictMode>,
);
