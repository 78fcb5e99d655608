import { configureGlobal } from 'fast-check';

/**
 * The gate tells of the commit and not of luck: property tests draw the same values on every run. Others are drawn
 * with `SEED=4711 npm run unit`, and by the million with `npm run fuzz`.
 */
configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
