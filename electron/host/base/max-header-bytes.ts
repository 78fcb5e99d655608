/**
 * Cookies belong to a host name, not to a port: whatever other pages of 127.0.0.1 keep comes along. Chromium keeps 180
 * cookies of 4 KiB for a host (RFC 6265 asks for 50), so no amount of them makes a request too large.
 */
export const MAX_HEADER_BYTES = 1024 * 1024;
