// Four ways to look at the same JSON.

import type { Look } from './stack.ts';

const everyone = () => 2.2;

export const looksOf = (dark: boolean): readonly Look[] => [
  { name: 'Cities', colour: dark ? '#dfe7ea' : '#33302b', opacity: 0.85, border: 0, radius: everyone },
  {
    name: 'People',
    colour: dark ? '#ff8a66' : '#c2412d',
    opacity: 0.42,
    border: 0,
    radius: ({ population }) => Math.max(1.5, Math.sqrt(population) / 190),
  },
  {
    name: 'Capitals',
    colour: dark ? '#ffd166' : '#0b6b78',
    opacity: 0.95,
    border: 1,
    radius: ({ capital }) => (capital ? 4.5 : 0),
  },
  { name: 'Borders', colour: dark ? '#b89cff' : '#7048b8', opacity: 0.75, border: 2.2, radius: () => 0 },
];
