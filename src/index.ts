export { Flight, Flights, type Launch, Seat, type Work } from './core/flights.ts';
