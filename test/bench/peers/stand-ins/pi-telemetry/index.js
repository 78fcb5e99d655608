/** pi-ai's telemetry is not to be had from the registry; the bench needs none of it. */
const nothing = () => undefined;
const instrument = { record: nothing, add: nothing };
const span = { addEvent: nothing, setAttributes: nothing, setStatus: nothing };

export const NOOP_TELEMETRY_METRICS = {};
export const NOOP_TELEMETRY_CONTEXT = {};
export const defineTelemetrySchema = (schema) => schema;
export const createTypedMetrics = () => ({ histogram: () => instrument, counter: () => instrument });
export const createTypedSpanStarter = () => (_name, _attributes, run) => run(span);
