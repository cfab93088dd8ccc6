import type { texts as english } from '../../en/platforms/vimeo.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Curtas, palestras e portfólios do Vimeo, até a resolução que os autores liberaram. Vídeos não listados funcionam com o link completo.',
  linkForms: [
    'vimeo.com/123456789',
    'vimeo.com/123456789/abcdef0123 – não listado: a segunda parte é a chave',
    'player.vimeo.com/video/123456789 – o player incorporado',
    'vimeo.com/channels/…/123456789, /groups/…/videos/…, /showcase/…/video/…',
    'vimeo.com/showcase/… – um showcase: os filmes são listados, de cem em cem',
    'vimeo.com/event/… – um evento que acabou',
    'vimeo.com/ondemand/… – só onde um filme ou o trailer é grátis',
  ],
  notice:
    'O Vimeo examina de perto o software dos visitantes e às vezes bloqueia servidores por completo. Filmes com senha, ou permitidos em um só site, continuam fechados.',
  features: [
    {
      title: 'Qualquer endereço',
      text: 'O mesmo filme tem um endereço em um canal, outro em um showcase e um terceiro em um player. Qualquer um serve.',
    },
    {
      title: 'Até 2160p',
      text: 'A escada de um filme é mostrada como é, de 240p para uma linha lenta a 4K para um projetor.',
    },
    {
      title: 'Showcases em lista',
      text: 'Cole o endereço de um showcase, e os filmes são listados para escolher, de cem em cem.',
    },
  ],
  tips: [
    'Copie o endereço inteiro de um filme não listado: sem as letras depois da segunda barra ele conta como privado.',
    'Alguns autores põem um botão de download sob o filme. Ele dá o arquivo master, então é a melhor opção onde existe.',
    'Em dúvida sobre o tamanho? Você o vê, até onde o Vimeo informa, antes de escolher.',
  ],
  questions: [
    {
      question: 'Por que o Vimeo recusa um filme que toca em um site?',
      answer:
        'O dono pode tê-lo ligado a esse site. O Vimeo então não responde a mais ninguém, seja qual for o link. Peça ao dono um link de compartilhamento.',
    },
    {
      question: 'Filmes alugados ou comprados do Vimeo On Demand podem ser salvos?',
      answer: 'Não. Eles são pagos e protegidos.',
    },
    {
      question: 'Dá para digitar a senha de um filme do Vimeo?',
      answer: 'Não há campo para isso, de propósito: o que o dono guarda atrás de uma senha não é público.',
    },
    {
      question: 'Por que preparar um arquivo do Vimeo é mais lento que de outros sites?',
      answer:
        'Porque ele ainda não existe como arquivo. Imagem e som chegam em pedaços pequenos, são juntados, e o resultado é conferido antes de ir para você. A barra mostra em que ponto está.',
    },
  ],
}
