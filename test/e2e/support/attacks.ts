import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';

export interface Listeners {
  /** Address of an HTTP server. */
  http: string;
  udp: number;
  tcp: number;
  /** Names of what arrived, without duplicates. */
  arrived: () => string[];
  forget: () => void;
  close: () => void;
}

/** Servers on this machine that note whatever reaches them. `pages` are what the HTTP server answers, by path. */
export async function listenForAttacks(pages: ReadonlyMap<string, string>): Promise<Listeners> {
  const seen = new Set<string>();
  const note = (name: string) => void seen.add(name);
  const http = createServer(({ url = '' }, response) => {
    const html = pages.get(url);
    if (html === undefined) note(url.slice(1));
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end(html ?? '');
  });
  http.on('upgrade', ({ url = '' }, socket) => {
    note(url.slice(1));
    socket.destroy();
  });
  const tcp = createTcpServer((socket) => {
    note('tcp');
    socket.on('error', () => undefined).destroy();
  });
  const udp = createSocket('udp4').on('message', () => note('udp'));
  const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;
  await Promise.all([
    new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve)),
  ]);
  return {
    http: `http://127.0.0.1:${portOf(http)}`,
    tcp: portOf(tcp),
    udp: portOf(udp),
    arrived: () => [...seen].sort(),
    forget: () => seen.clear(),
    close() {
      http.closeAllConnections();
      http.close();
      tcp.close();
      udp.close();
    },
  };
}

type Targets = Pick<Listeners, 'http' | 'udp' | 'tcp'>;

const webrtc = ({ udp, tcp }: Targets) =>
  `const pc = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp}' },
    { urls: 'turn:127.0.0.1:${tcp}?transport=tcp', username: 'a', credential: 'b' }] });
  pc.createDataChannel('x'); pc.createOffer().then((offer) => pc.setLocalDescription(offer));`;

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const END = '</script>';

/** A document that tries to reach the servers in every way that leaves it where it is. */
export function leakingDocument(targets: Targets): string {
  const at = (name: string) => `${targets.http}/${name}`;
  const calls = [
    `fetch('${at('fetch')}', { mode: 'no-cors', keepalive: true })`,
    `(() => { const x = new XMLHttpRequest(); x.open('GET', '${at('xhr')}'); x.send(); })()`,
    `new WebSocket('${at('socket').replace('http', 'ws')}')`,
    `new EventSource('${at('events')}')`,
    `navigator.sendBeacon('${at('beacon')}', 'x')`,
    `fetchLater('${at('later')}', { activateAfter: 0 })`,
    `new Image().src = '${at('image')}'`,
    `document.fonts.add(new FontFace('x', 'url(${at('font')})')); document.fonts.load('1px x', 'x')`,
    `import('${at('module')}')`,
    `new Worker('${at('worker')}')`,
    `new Worker(URL.createObjectURL(new Blob(['fetch("${at('worker-fetch')}")'])))`,
    `document.body.append(Object.assign(document.createElement('iframe'), { src: '${at('frame')}' }))`,
    `document.body.append(Object.assign(document.createElement('iframe'), {
      srcdoc: '<img src=${at('srcdoc')}><script>' + ${JSON.stringify(webrtc(targets))} + '</script>' }))`,
    `document.body.append(document.createElement('div')); document.body.lastChild.attachShadow({ mode: 'closed' }).append(
      Object.assign(document.createElement('iframe'), {
        srcdoc: '<script>' + ${JSON.stringify(webrtc(targets))} + '</script>' }))`,
    `document.body.lastChild.setHTMLUnsafe('<div><template shadowrootmode=closed><iframe srcdoc="<script>' +
      ${JSON.stringify(quoted(webrtc(targets)))} + '</script>"></iframe></template></div>')`,
    webrtc(targets),
  ];
  return `<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="${at('stylesheet')}"><link rel="prefetch" href="${at('prefetch')}">
<link rel="preload" as="image" href="${at('preload')}"><link rel="icon" href="${at('icon')}">
<link rel="preconnect" href="http://127.0.0.1:${targets.tcp}"><link rel="dns-prefetch" href="http://127.0.0.1:${targets.tcp}">
<script type="speculationrules">{"prefetch":[{"urls":["${at('speculation')}"],"eagerness":"immediate"}]}${END}
<style>@import url(${at('import')}); body { background: url(${at('background')}) }</style>
<body><img src="${at('img')}"><script src="${at('script')}">${END}<video src="${at('video')}" autoplay muted></video>
<object data="${at('object')}"></object><embed src="${at('embed')}"><iframe src="${at('iframe')}"></iframe>
<svg><image href="${at('svg-image')}"/><use href="${at('svg-use')}#x"/></svg>
<iframe src="javascript:${quoted(webrtc(targets))}"></iframe>
<div><template shadowrootmode="closed"><iframe srcdoc="<script>${quoted(webrtc(targets))}${END}"></iframe></template></div>
<script>for (const call of ${JSON.stringify(calls).replaceAll('</', '<\\/')}) {
  const script = document.createElement('script'); script.textContent = '{' + call + '}'; document.body.append(script);
}
console.log('tried');${END}`;
}

/** Documents that try to go to the server, each in its own way. */
export function leavingDocuments(targets: Targets): Record<string, string> {
  const at = (name: string) => `${targets.http}/${name}`;
  const run = (code: string) => `<body><script>try { ${code} } catch (error) { console.log(String(error)) }${END}`;
  return {
    'own-location': run(`location = '${at('own-location')}'`),
    'top-location': run(`top.location = '${at('top-location')}'`),
    'parent-location': run(`parent.location.replace('${at('parent-location')}')`),
    popup: run(`open('${at('popup')}')`),
    refresh: `<meta http-equiv="refresh" content="0;url=${at('refresh')}">`,
    'link-top': `<a href="${at('link-top')}" target="_top">x</a><script>document.links[0].click()${END}`,
    'link-blank': `<a href="${at('link-blank')}" target="_blank">x</a><script>document.links[0].click()${END}`,
    'svg-link': `<svg><a href="${at('svg-link')}"><text>x</text></a></svg><script>
      document.querySelector('svg a').dispatchEvent(new MouseEvent('click', { bubbles: true }))${END}`,
    form: `<form action="${at('form')}" method="post"><input name="a" value="b"></form><script>document.forms[0].submit()${END}`,
    download: `<a href="${at('download')}" download>x</a><script>document.links[0].click()${END}`,
  };
}

/** Prints, as JSON, what each of these gave: what the document must not be able to use. */
export const REACHING = `<body><script>(async () => {
  const tries = {
    parent: () => parent.document.title, top: () => top.location.href, opener: () => opener.document,
    frame: () => frameElement.tagName, local: () => localStorage.length, session: () => sessionStorage.length,
    cookie: () => document.cookie, databases: () => indexedDB.open('x'),
    caches: async () => { const all = await caches.keys(); return all.length },
    files: async () => (await navigator.storage.getDirectory()).name,
    locks: () => navigator.locks.request('x', () => 'held'),
    service: () => navigator.serviceWorker.register('/x.js'),
    api: async () => (await fetch('/api/ping')).status,
    clipboard: () => navigator.clipboard.readText(), write: () => navigator.clipboard.writeText('x'),
    geolocation: () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
    camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
    full: () => document.body.requestFullscreen(), pointer: () => document.body.requestPointerLock(),
    notify: async () => { const answer = await Notification.requestPermission(); if (answer !== 'granted') throw answer },
    eval: () => eval('1'), function: () => new Function('return 1')(),
    rtc: () => new RTCPeerConnection(), rtcOld: () => new webkitRTCPeerConnection(),
    child: () => { const frame = document.createElement('iframe'); document.body.append(frame);
      return new frame.contentWindow.RTCPeerConnection() },
  };
  const reached = [];
  for (const [name, act] of Object.entries(tries))
    try { await act(); reached.push(name) } catch {}
  console.log(JSON.stringify({ reached, storage: origin }));
})()${END}`;
