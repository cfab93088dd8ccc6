import type { texts as english } from '../../en/platforms/bilibili.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Salve um vídeo público do Bilibili pelo link ou pela mensagem inteira que o aplicativo põe na sua área de transferência. Imagem e som são juntados; os comentários que passam na tela ficam para trás.',
  linkForms: [
    'bilibili.com/video/BV… – o endereço comum',
    'bilibili.com/video/av… – os números antigos',
    'm.bilibili.com/video/… – o site móvel',
    'b23.tv/… – o link curto do aplicativo',
    'bilibili.com/bangumi/play/ep… – um episódio grátis de uma série',
    'bilibili.com/video/BV…?p=3 – a terceira parte de um vídeo',
    'bilibili.tv/…/video/… – o site internacional',
    '【título】 https://b23.tv/… – a mensagem completa do aplicativo',
  ],
  notice:
    'Sem conta, o Bilibili mostra a maioria dos vídeos em 480p, alguns em mais. Ele também freia ou recusa por um tempo servidores fora da China quando pedem muito.',
  features: [
    {
      title: 'Mensagens bem-vindas',
      text: 'Título entre colchetes, link, algumas palavras em chinês: cole a mensagem inteira, e o link é tirado dela.',
    },
    {
      title: 'Sem danmaku na imagem',
      text: 'O player do Bilibili desenha os comentários que voam. Eles não fazem parte do arquivo, então o seu fica limpo.',
    },
    {
      title: 'Parte por parte',
      text: 'Um vídeo em várias partes lista todas. Ele abre na parte que o seu link indica com “p=”, e na primeira se não indica.',
    },
    {
      title: 'Servidores do Bilibili',
      text: 'Os servidores de mídia do Bilibili só respondem a pedidos que citam a própria página dele. Cuidamos disso na prévia e no download.',
    },
  ],
  tips: [
    'No celular: Compartilhar, Copiar link (分享 → 复制链接), e cole aqui sem cortar nada.',
    'Para outra parte de uma série, mude antes para ela; o endereço então leva o número dela.',
    'Quando o Bilibili oferece um tamanho em H.264, HEVC e AV1, você recebe H.264, já que aparelhos antigos só conhecem esse.',
    'Se vier uma resposta de “pedidos demais”, espere cinco minutos; colar de novo logo só prolonga.',
  ],
  questions: [
    {
      question: 'Por que só recebo 480p do Bilibili?',
      answer:
        'Porque convidados não recebem mais desse vídeo. 720p e acima são liberados com login, e os degraus mais finos com uma assinatura paga; não temos nenhum dos dois.',
    },
    {
      question: 'Posso colar o texto que o aplicativo do Bilibili copia?',
      answer:
        'Sim, todo ele. Colchetes, emoji e pontuação larga em volta do link não atrapalham. Se não há link nenhum no texto, você é avisado.',
    },
    {
      question: 'Qual é a diferença entre números BV e av?',
      answer:
        'Só a idade. Até 2020 o Bilibili contava os vídeos como av mais dígitos; desde então cada um também tem um código BV. Os dois levam ao mesmo vídeo.',
    },
    {
      question: 'Dá para salvar séries de anime e drama do Bilibili?',
      answer:
        'Episódios grátis avulsos, sim, pelo endereço ep. Episódios para membros, e os limitados à China continental, o próprio Bilibili recusa.',
    },
    {
      question: 'Legendas e danmaku vêm junto do Bilibili?',
      answer:
        'De bilibili.com, não: lá os dois são dados ao lado do vídeo, e as legendas são para membros. O que foi gravado na imagem antes do envio está lá, claro.',
    },
    {
      question: 'Posso salvar só o som de um vídeo do Bilibili?',
      answer:
        'Sim: em M4A, que é o próprio AAC do Bilibili sem mudanças, ou em MP3. Faixas Hi-Res e Dolby são dos membros e não aparecem.',
    },
    {
      question: 'Como pego todas as partes de um vídeo do Bilibili?',
      answer:
        'Elas são listadas quando você cola o link do vídeo. Escolha entre elas; cada parte é um arquivo próprio.',
    },
    {
      question: 'Os links de bilibili.tv, o site internacional, são iguais?',
      answer:
        'Também funcionam, mas é um catálogo separado com regiões próprias. Um vídeo de um site muitas vezes falta no outro.',
    },
    {
      question: 'Por que uma sala ao vivo do Bilibili não funciona?',
      answer: 'Uma sala não tem fim enquanto está no ar. Muitos enviam depois uma gravação; cole esse vídeo.',
    },
  ],
}
