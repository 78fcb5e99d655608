/** How many times as many values a search draws as in the gate: `THOROUGH=5 npm run unit`, as the nightly workflow does. */
const THOROUGH = Number(process.env.THOROUGH ?? 1);

/** The number of runs of a slow property. In the gate as many as find the defects that it is there for. */
export const runs = (inGate: number): number => Math.ceil(inGate * THOROUGH);

/** The length of a long story: short in the gate, whole in a thorough run. */
export const steps = (inGate: number, whole: number): number => (THOROUGH > 1 ? whole : inGate);
