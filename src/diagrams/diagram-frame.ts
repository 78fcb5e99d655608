import mermaid from 'mermaid';

/*
 * The only script of the frame that draws diagrams (security.md S21). The text of a diagram is hostile: what the library
 * makes of it can run nothing here, reach nothing from here, and goes back to the page as text.
 */

interface DrawRequest {
  id: number;
  source: string;
  dark: boolean;
}
interface PaintRequest {
  id: number;
  svg: string;
  width: number;
  height: number;
  background: string;
}

const MAX_SOURCE = 50_000;
const MAX_EDGES = 1_000;
const FONT = 'system-ui, sans-serif';

// Nothing here connects anywhere; WebRTC alone would obey no header.
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(globalThis, name);

/** A diagram can bring settings along. These it can't change. */
const FIXED = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'dompurifyConfig',
  'fontFamily',
  'altFontFamily',
  'themeCSS',
];

async function draw({ id, source, dark }: DrawRequest) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: FIXED,
    suppressErrorRendering: true,
    maxTextSize: MAX_SOURCE,
    maxEdges: MAX_EDGES,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: dark ? 'dark' : 'default',
    fontFamily: FONT,
    deterministicIds: true,
    logLevel: 'fatal',
  });
  const { svg } = await mermaid.render(`diagram-${id}`, source);
  return { svg };
}

/** The drawing as a picture of so many pixels. */
async function paint({ svg, width, height, background }: PaintRequest) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('There is no canvas.');
  brush.fillStyle = background;
  brush.fillRect(0, 0, width, height);
  brush.drawImage(picture, 0, 0, width, height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return { png: await png?.arrayBuffer() };
}

/** One after the other: the library keeps its settings in one place. */
async function answer(port: MessagePort, request: DrawRequest | PaintRequest): Promise<void> {
  const { id } = request;
  try {
    port.postMessage({ id, ...(await ('source' in request ? draw(request) : paint(request))) });
  } catch (error) {
    port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
  // Left over from a diagram that failed.
  document.body.replaceChildren();
}

let open = false;
addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== parent || open || data !== 'open' || !port) return;
  open = true;
  let last = Promise.resolve();
  port.addEventListener('message', (event: MessageEvent<DrawRequest | PaintRequest>) => {
    last = last.then(() => answer(port, event.data));
  });
  port.start();
});
parent.postMessage('ready', '*');
