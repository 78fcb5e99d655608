import { Dictations } from './dictations.ts';

/** Those of this page. */
export const dictations = new Dictations();
