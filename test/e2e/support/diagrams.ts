/** Diagrams that try to reach a server, to run something or to undo what the page has set. Each names what it asks for. */
export function hostileDiagrams(http: string): Record<string, string> {
  const at = (name: string) => `${http}/${name}`;
  const loose = `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\n`;
  const node = (label: string) => `${loose}flowchart TD\n  A["${label}"] --> B\n`;
  const script = `fetch('${at('script')}'); console.log('ran')`;
  return {
    'label-image': node(`<img src='${at('label-image')}' onerror='${script.replaceAll("'", '`')}'>`),
    'label-script': node(`<script>${script.replaceAll("'", '`')}</script>`),
    'label-style': node(`<style>@import url(${at('label-style')});</style><b>x</b>`),
    'label-frame': node(`<iframe srcdoc='<img src=${at('label-frame')}>'></iframe>`),
    'label-svg': node(`<svg><image href='${at('label-svg')}'/></svg>`),
    'image-shape': `flowchart TD\n  A@{ img: "${at('image-shape')}", label: "x", w: 60, h: 60 }\n`,
    'class-url': `flowchart TD\n  A-->B\n  classDef x fill:url(${at('class-url')}),background-image:url(${at('class-url')})\n  class A x\n`,
    'theme-css': `%%{init: {"themeCSS": "@import url(${at('theme-css')}); * { background-image: url(${at('theme-css')}) }"}}%%\nflowchart TD\n  A-->B\n`,
    'font-family': `%%{init: {"fontFamily": "x; } @import url(${at('font-family')}); svg { a: b"}}%%\nflowchart TD\n  A-->B\n`,
    'theme-variable': `%%{init: {"theme": "base", "themeVariables": {"primaryColor": "red; background-image: url(${at('theme-variable')})", "lineColor": "</style><img src=${at('theme-variable')}>"}}}%%\nflowchart TD\n  A-->B\n`,
    'front-matter': `---\ntitle: "<img src=${at('front-matter')}>"\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n---\nflowchart TD\n  A["<img src=${at('front-matter')}>"]-->B\n`,
    click: `${loose}flowchart TD\n  A-->B\n  click A href "javascript:${script.replaceAll('"', "'")}"\n  click B call eval("${script.replaceAll('"', "'")}")\n`,
    'sequence-link': `sequenceDiagram\n  participant A\n  link A: x @ javascript:${script}\n  A->>A: <img src=${at('sequence-link')}>\n`,
    'class-link': `classDiagram\n  class A\n  link A "${at('class-link')}"\n  A : <img src=${at('class-link')}>\n`,
    gantt: `gantt\n  title <img src=${at('gantt')}>\n  section <script>${script}</script>\n  a :a1, 2024-01-01, 1d\n  click a1 href "javascript:${script.replaceAll('"', "'")}"\n`,
    prototype: `%%{init: {"__proto__": {"securityLevel": "loose"}, "constructor": {"prototype": {"htmlLabels": true}}}}%%\nflowchart TD\n  A["<img src=${at('prototype')}>"]-->B\n`,
  };
}

/** One with nothing wrong. */
export const DIAGRAM = `flowchart LR\n  A[Ada] -->|hands over| B[Grace]\n  B --> C{한국어?}\n`;
/** Kinds that models write most. */
export const KINDS: Readonly<Record<string, string>> = {
  flowchart: DIAGRAM,
  sequence: 'sequenceDiagram\n  Ada->>Grace: baton\n  Grace-->>Ada: 고마워요\n',
  class: 'classDiagram\n  class Runner {\n    +String name\n    +pass() Baton\n  }\n  Runner <|-- Anchor\n',
  state: 'stateDiagram-v2\n  [*] --> Running\n  Running --> [*]\n',
  er: 'erDiagram\n  RUNNER ||--o{ LEG : runs\n',
  gantt: 'gantt\n  dateFormat YYYY-MM-DD\n  section Relay\n  First :a1, 2024-01-01, 3d\n  Second :after a1, 2d\n',
  pie: 'pie title Legs\n  "Ada" : 3\n  "Grace" : 2\n',
  mindmap: 'mindmap\n  root((Relay))\n    Runners\n      Ada\n    Rules\n',
  timeline: 'timeline\n  title Relay\n  2024 : First\n  2025 : Second\n',
  git: 'gitGraph\n  commit\n  branch b\n  commit\n  checkout main\n  merge b\n',
  journey: 'journey\n  title Relay\n  section Start\n    Warm up: 5: Ada\n',
  quadrant: 'quadrantChart\n  x-axis Slow --> Fast\n  y-axis Near --> Far\n  Ada: [0.3, 0.6]\n',
  xy: 'xychart-beta\n  x-axis [a, b, c]\n  y-axis "Time" 0 --> 10\n  bar [1, 5, 9]\n',
};
