import { z } from 'zod';

// The page's content security policy forbids code from text. Zod tries it once when the first schema is made, so this
// module must run before every module that makes one.
z.config({ jitless: true });
