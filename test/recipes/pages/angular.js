import '@angular/compiler';
import { HttpClient, provideHttpClient, withFetch } from '@angular/common/http';
import { provideZonelessChangeDetection } from '@angular/core';
import { createApplication } from '@angular/platform-browser';

export async function client(makeFetch) {
  globalThis.fetch = makeFetch();
  const { injector } = await createApplication({
    providers: [provideZonelessChangeDetection(), provideHttpClient(withFetch())],
  });
  const http = injector.get(HttpClient);
  return (url, signal) =>
    new Promise((next, error) => {
      const subscription = http.get(url).subscribe({ next, error });
      signal?.addEventListener('abort', () => {
        subscription.unsubscribe();
        error(signal.reason);
      });
    });
}
