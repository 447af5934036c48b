export { Flight, type Launch, Seat, type Work } from './core/flight.ts';
export { Flights } from './core/flights.ts';
export type { CoalescingInit } from './fetch/call.ts';
export { type CoalescingFetch, createFetch, type FlightListener } from './fetch/create-fetch.ts';
export type { FetchStats, FlightDetail, FlightEvent, Outcome, Role } from './fetch/log.ts';
export type { FetchOptions } from './fetch/options.ts';
