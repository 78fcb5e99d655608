/** Stands where the SDKs insist on a key. The request tap removes it and the host puts the real one in. */
export const HOST_KEY = 'kept-by-the-host';

/** Only a backstop until response headers: some models think for many minutes before the first byte. */
export const SDK_TIMEOUT_MS = 3_600_000;
