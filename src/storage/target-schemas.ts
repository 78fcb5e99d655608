import { z } from 'zod/mini';
import { SessionTargetSchema } from './row-schemas.ts';

/** Models that settings remember. */
export const OptionalTargetSchema = z.nullable(SessionTargetSchema);
export const TargetsSchema = z.array(SessionTargetSchema);
