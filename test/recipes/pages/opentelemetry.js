import { context, propagation, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch';
import { StackContextManager, TracerProvider } from '@opentelemetry/sdk-trace';

export function instrument() {
  trace.setGlobalTracerProvider(new TracerProvider());
  context.setGlobalContextManager(new StackContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  registerInstrumentations({
    instrumentations: [new FetchInstrumentation({ propagateTraceHeaderCorsUrls: /.*/ })],
  });
}
