import type { RenderTexts } from '#archive/render/base/render-texts.ts';
import { alerts } from './alerts.ts';

export const render: RenderTexts = {
  lang: 'ko',
  untitled: '새 대화',
  you: '나',
  unknownModel: '알 수 없는 모델',
  edited: '직접 고친 답변',
  automation: 'Baton이 대신 보낸 메시지',
  order: '모델이 맡긴 작업',
  summary: '요약',
  tool: '도구',

  created: '시작',
  updated: '마지막 메시지',
  models: '모델',
  answers: (count) => `답변 ${count}개`,
  instructions: '지침',
  exported: 'Baton에서 내보냄',
  omitted: '뺀 내용',
  leftThinking: '생각',
  leftTools: '도구 호출',
  leftBranches: (count) => `다른 분기의 메시지 ${count}개`,
  contents: '차례',
  message: (number) => `${number}번 메시지`,

  thought: '생각함',
  thoughtFor: (seconds) => `${seconds}초 동안 생각함`,
  thoughtHidden: '이 업체는 생각한 내용을 공개하지 않아요.',
  redacted: '업체가 암호화한 생각',
  args: '인수',
  result: '결과',
  emptyResult: '결과가 비어 있어요.',
  noResult: '결과 없음',
  status: {
    ok: '완료',
    error: '실패',
    crashed: '결과 없음',
    timeout: '시간 초과',
    cancelled: '중지됨',
    interrupted: '중단됨',
    denied: '거부됨',
    unknown_tool: '알 수 없는 도구',
    malformed: '잘못된 인수',
    not_run: '실행하지 않음',
  },
  decision: {
    once: '이번만 허용했어요.',
    turn: '이번 실행 동안 허용했어요.',
    session: '이 대화에서 허용했어요.',
    always: '항상 허용했어요.',
    deny: '거부했어요.',
  },
  reason: (reason) => `이유: ${reason}`,
  seconds: (seconds) => `${seconds}초`,
  shortened: (lines) => `줄인 결과예요. 여기에 없는 줄이 ${lines}개 있어요.`,
  vendorBlock: (kind) => `업체 고유의 블록: ${kind}`,
  serverCall: (tool, asked, error) => {
    const did = { search: '웹 검색', fetch: '페이지 읽기', code: '코드 실행', other: '도구 사용' }[tool];
    return [asked === '' ? did : `${did}: ${asked}`, ...(error === null ? [] : [`실패: ${error}`])].join(' · ');
  },
  sources: '출처',
  pages: ({ from, to }) => (from === to ? `${from}쪽` : `${from}~${to}쪽`),

  attachment: '첨부 파일',
  attachments: '첨부',
  picture: (number) => `이미지 ${number}`,
  madePicture: '모델이 만든 이미지',
  toolPicture: '도구가 보낸 이미지',
  from: (server) => `${server}에서 가져옴`,
  removed: '더 이상 저장되어 있지 않음',

  mode: (name) => `옵션: ${name}`,
  modes: { search: '꼼꼼히 검색', analyze: '먼저 분석', ultrawork: '끝날 때까지 계속하기' },
  level: (name) => `이 메시지에서 생각: ${name}`,
  levels: { off: '끄기', low: '낮음', medium: '보통', high: '높음' },
  contextFiles: (paths) => `모델에 함께 보낸 파일: ${paths}`,

  interrupted: '답변이 도중에 끊겼어요.',
  stopped: '답변을 중지했어요.',
  length: '최대 길이에 도달했어요.',
  refusal: '모델이 답변을 거절했어요.',
  empty: '모델이 빈 답변을 보냈어요.',
  failed: '답변을 받지 못했어요',
  errorStatus: (status) => `상태 ${status}`,
  errorRequest: (id) => `요청 ${id}`,

  summaryReplaces: (count) =>
    count === null
      ? '이후의 요청에서는 이 요약이 위의 메시지를 대신해요. 원래 메시지는 여기에 모두 있어요.'
      : `이후의 요청에서는 이 요약이 위의 메시지 ${count}개를 대신해요. 원래 메시지는 여기에 모두 있어요.`,
  summaryUnused: '쓰지 않는 요약이에요. 위의 메시지를 그대로 보내요.',

  branches: '다른 분기',
  branchAfter: '다른 버전, 앞선 메시지:',
  branchFirst: '대화의 다른 시작',
  branchHere: '여기서 갈라지는 다른 버전:',

  taskDone: '한 일',
  taskOpen: '할 일',
  notes: '각주',
  noteBack: '본문으로 돌아가기',
  alerts,
  image: '이미지',
};
