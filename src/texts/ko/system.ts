import type { system as en } from '#texts/en/system.ts';
import type { Translation } from '#texts/base/translation.ts';

export const system = {
  browser: '트레이, 맞춤법 검사, 로그인 시 시작은 데스크톱 앱에서 쓸 수 있어요. 지금은 브라우저 창이에요.',
  desktop: '데스크톱 앱',
  tray: '트레이에서 계속 실행',
  trayHint: '마지막 창을 닫아도 답변은 계속되고 Baton은 트레이에서 기다려요.',
  login: '로그인 시 시작',
  loginHint: '이 컴퓨터에 로그인하면 Baton이 열려요.',
  spelling: '맞춤법',
  spellingIntro: '쓰는 동안 틀린 단어에 밑줄이 생겨요. 오른쪽 클릭하면 고칠 말을 볼 수 있어요.',
  spellingSystem: '시스템이 자체 사전으로 맞춤법을 검사해요.',
  noLanguage: '아직 언어가 없어서 검사하지 않아요.',
  addLanguage: '언어 추가',
  chooseLanguage: '선택…',
  download: '내려받기',
  downloadHint:
    '사전은 약 1 MB이고 Google 서버에서 한 번만 받아요. 서버는 IP 주소를 알게 되지만, 쓴 글은 이 컴퓨터에 남아요.',
  remove: '제거',
  removeLanguage: '{{language}} 제거',
  dictionaryLoading: '받는 중…',
  dictionaryFailed: '받지 못함',
  dictionaryAgain: '다시 시도',
} satisfies Translation<typeof en>;
