import type { texts as english } from '../../en/platforms/facebook.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Vídeos e reels de páginas, perfis e grupos abertos do Facebook. Copie o endereço do menu de compartilhar; links fb.watch também servem.',
  linkForms: [
    'facebook.com/watch/?v=… – um vídeo no Watch',
    'facebook.com/name/videos/… – em uma página ou perfil',
    'facebook.com/reel/… – um reel',
    'facebook.com/share/v/… e /share/r/… – o que o aplicativo copia',
    'facebook.com/name/posts/… e story.php – um post com um vídeo',
    'fb.watch/… – o link curto',
    'm.facebook.com e web.facebook.com – os mesmos endereços lá',
  ],
  notice:
    'O Facebook pede login para muitos dos seus vídeos, mesmo públicos, e pede mais a servidores que a pessoas. Quando pede, a página avisa.',
  features: [
    {
      title: 'De 480p a 1080p',
      text: 'A maioria dos envios existe em definição padrão e alta. Quais o Facebook guarda é decidido pelo envio, não por nós.',
    },
    {
      title: 'Links do aplicativo',
      text: 'Os links de compartilhar do aplicativo não dizem nada sobre o vídeo; eles são seguidos até o post de verdade.',
    },
    {
      title: 'Lives que passaram',
      text: 'Uma live vira um vídeo comum depois que termina, e então pode ser salva como qualquer outro.',
    },
  ],
  tips: [
    'O pequeno globo ao lado da data significa público. Duas cabeças ou um cadeado significam que nenhum link vai servir.',
    'No aplicativo: Compartilhar e depois Copiar link; no computador: clique com o botão direito na data do post e copie o endereço.',
    'Um link de stories precisa de conta e some em um dia, então é recusado.',
  ],
  questions: [
    {
      question: 'Por que o Facebook pede login se o vídeo é público?',
      answer:
        'O Facebook decide isso visitante por visitante: uns veem o vídeo, outros um formulário. Tente o link em uma janela anônima. Se tocar lá sem login, cole de novo depois de alguns minutos.',
    },
    {
      question: 'Vídeos de grupos do Facebook funcionam?',
      answer:
        'De grupos públicos, sim: copie o endereço do próprio post. O que é publicado em um grupo privado fica entre os membros.',
    },
    {
      question: 'Por que no Facebook só há SD e HD?',
      answer:
        'Vídeos mais antigos foram guardados nesses dois tamanhos. Os mais novos têm uma escada de resoluções, e então cada degrau é listado com o tamanho.',
    },
    {
      question: 'Um reel do Facebook mantém a música?',
      answer:
        'Normalmente. Se quem tem os direitos silenciou a música, o reel é mudo no Facebook também e o arquivo não pode trazê-la de volta.',
    },
  ],
}
