const WRITING = /read-only file system|\bEROFS\b/i;
const NETWORK =
  /network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|could not resolve host|temporary failure in name resolution|name or service not known|getaddrinfo/i;
const REFUSED = /operation not permitted|permission denied|\bEPERM\b|\bEACCES\b/i;

/**
 * Whether a failed command probably failed because of the sandbox. Programs word it in their own ways, so this may miss
 * some, and name one that would have failed anyway.
 */
export function wasBlocked(output: string, home: string | null, network: boolean): boolean {
  if (WRITING.test(output) || (!network && NETWORK.test(output)) || REFUSED.test(output)) return true;
  // What is hidden looks as if it weren't there.
  return home !== null && output.split('\n').some((line) => line.includes(home) && /no such file|ENOENT/i.test(line));
}
