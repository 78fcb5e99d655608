import { configureGlobal } from 'fast-check';

/**
 * The gate must depend on the commit, not on luck: property tests draw the same values on every run. For other values
 * run `SEED=4711 npm run unit`; for millions, `npm run fuzz`.
 */
configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
