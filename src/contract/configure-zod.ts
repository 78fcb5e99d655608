import { z } from 'zod';

// The policy of this page allows no code from text. Zod tries once when the first schema is made, so this module has to
// run before every module that makes one.
z.config({ jitless: true });
