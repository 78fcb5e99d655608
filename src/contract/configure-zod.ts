import en from 'zod/v4/locales/en.js';
import { z } from 'zod/mini';

// The page's content security policy forbids code from text. Zod tries it once when the first schema is made, so this
// module must run before every module that makes one. `zod/mini` brings no sentences of its own.
z.config({ jitless: true, ...en() });
