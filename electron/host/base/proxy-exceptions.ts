interface Entry {
  name: string;
  port: string;
}

function readEntry(text: string): Entry {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(text);
  // An IPv6 address without brackets has several colons and no port.
  const plain = /^([^:]*):(\d+)$/.exec(text);
  const [, name = text, port = ''] = bracketed ?? plain ?? [];
  return { name: name.toLowerCase(), port };
}

/** Whether a server is reached directly all the same, by a list in the syntax of NO_PROXY: hosts, `.suffix`, `host:port`, `*`. */
export function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readEntry)
    .some(({ name, port: wanted }) => {
      if (wanted !== '' && wanted !== port) return false;
      if (name === '*' || name === host) return true;
      const suffix = /^\*?(\..+)$/.exec(name)?.[1];
      return suffix !== undefined && host.endsWith(suffix);
    });
}
