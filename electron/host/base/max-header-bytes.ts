/**
 * Cookies belong to a host name, not to a port, so requests also carry the cookies of other pages on 127.0.0.1.
 * Chromium keeps 180 cookies of 4 KiB per host (RFC 6265 asks for 50), so no number of cookies makes a request too
 * large.
 */
export const MAX_HEADER_BYTES = 1024 * 1024;
