import type { texts as english } from '../../en/pages/help.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Central de ajuda',
  lead: 'Respostas sobre o {name}. Se faltar a sua, escreva para nós.',
  search: 'Buscar na ajuda',
  found: {
    one: 'Resultados ({n} encontrado)',
    many: 'Resultados ({n} encontrados)',
    other: 'Resultados ({n} encontrados)',
  },
  notFound: 'Nenhum resultado para “{query}”',
  notFoundHint: 'Tente outras palavras ou veja as categorias abaixo',
  categoriesLabel: 'Categorias',
  quickLinks: 'Links rápidos',
  cards: {
    mail: { title: 'Suporte por e-mail', text: 'Escreva para uma pessoa.' },
    faq: { title: 'Perguntas', text: 'As cinco mais feitas.' },
    guide: { title: 'Guia de uso', text: 'Cada passo, para cada aparelho.' },
  },
  contact: {
    title: 'Ainda não deu?',
    text: 'Um relato de erro abre no seu programa de e-mail com as perguntas que faríamos.',
    mail: 'Suporte por e-mail',
    bug: 'Relatar um erro',
  },
  mailSubject: 'Pergunta sobre o {name}',
  bugSubject: 'Relato de erro: {name}',
  bugQuestions: [
    'O que aconteceu?',
    'O que você esperava?',
    'O link que você colou (deixe de fora os privados):',
    'O formato que você escolheu:',
    'A mensagem que você viu:',
    'Data e hora, com o seu fuso:',
    'Aparelho e navegador:',
  ],
  categories: {
    start: {
      title: 'Primeiros passos',
      lead: 'Como começar e o que esperar.',
      questions: [
        {
          question: 'Como baixo um vídeo?',
          answer:
            'Copie o link do vídeo da barra de endereço ou do botão de compartilhar do aplicativo, e clique em Colar na página inicial. Quando os formatos aparecerem, clique em Baixar; o arquivo é salvo assim que fica pronto. Outras qualidades ficam sob o botão, e todos os outros formatos em Mais. O <guide>guia de uso</guide> mostra cada passo para cada aparelho.',
        },
        {
          question: 'Preciso de conta, aplicativo ou extensão?',
          answer:
            'Não. O {name} funciona no navegador, sem conta e sem nada para instalar. Se uma página pedir para instalar um “ajudante” em nosso nome, ela não é nossa.',
        },
        {
          question: 'É grátis?',
          answer:
            'Sim. Não há nível pago nem teste. Onde há anúncios, eles são identificados, aparecem só se você permitiu cookies de publicidade, e nada depende deles.',
        },
        {
          question: 'Quais plataformas são aceitas?',
          answer:
            'O menu lista as plataformas que têm página própria. Além delas, cole qualquer link público na página inicial: nosso motor, o yt-dlp, conhece mais de 1000 sites; nem todos funcionam todos os dias.',
        },
        {
          question: 'Posso baixar uma playlist ou vários links de uma vez?',
          answer:
            'Sim. Cole até vinte links juntos, e cada um vira uma linha. Um post com vários itens, uma playlist do YouTube, um showcase do Vimeo, um set do SoundCloud, um feed de podcast e os programas do Apple Podcasts e do TuneIn também são listados, de cem em cem. Salve tudo ou marque alguns: são salvos um de cada vez, cada um em seu arquivo ou todos em um ZIP. Se você colar o link de um vídeo dentro de uma playlist, recebe esse vídeo.',
        },
        {
          question: 'Há limite de downloads?',
          answer:
            'Não há um limite rígido. Um item pode durar até {maxDuration}, e arquivos que precisamos juntar podem ter até {maxSize}. Se você enviar muitíssimos pedidos em um minuto, pedimos que espere mais um minuto, para que haja lugar para todos. Uma conexão que recebeu uma quantidade muito grande dos nossos arquivos em um dia espera o dia seguinte, e em um dia muito cheio nenhum arquivo novo é juntado até o seguinte.',
        },
      ],
    },
    quality: {
      title: 'Qualidade e formatos de vídeo',
      lead: 'O que as opções significam.',
      questions: [
        {
          question: 'Quais formatos posso escolher?',
          answer:
            'Os que a plataforma oferece. Vídeo costuma ser MP4, WEBM ou MKV; áudio costuma ser MP3, M4A, AAC ou OGG. Cada um mostra a resolução, e o tamanho onde é conhecido.',
        },
        {
          question: 'Consigo 4K?',
          answer:
            'Até 4K, onde o autor enviou e a plataforma dá a todos. Nunca ampliamos uma imagem: um vídeo que existe em 720p é oferecido em 720p.',
        },
        {
          question: 'Qual formato devo pegar?',
          answer:
            'MP4 a 1080p ou menos toca em praticamente todo aparelho, e o que sugerimos é marcado. As razões estão em <formats>formatos explicados</formats>.',
        },
        {
          question: 'O que significa “convertido”?',
          answer:
            'Que o arquivo é comprimido de novo: um MP3 a partir de som AAC, por exemplo, ou um GIF animado a partir de um vídeo curto sem som. Todo o resto é copiado como está. Um MP3 convertido pode ser tão bom quanto a origem e não melhor, seja qual for o número de kbps.',
        },
        {
          question: 'Vocês põem marca-d’água no arquivo?',
          answer:
            'Não. Nada é carimbado nele. Onde uma plataforma oferece o arquivo com e sem a própria marca-d’água, pegamos o sem; um logotipo que o autor pôs na imagem fica.',
        },
        {
          question: 'Por que há um formato sem som?',
          answer:
            'Muitas plataformas guardam imagem e som separados. Nós juntamos os dois para você; onde a metade muda é um arquivo próprio, ela também é listada, para quem edita.',
        },
        {
          question: 'Por que a voz está em outro idioma?',
          answer:
            'Alguns vídeos têm faixas dubladas. Pegamos a original por padrão e marcamos cada outra com o idioma. Se você quer uma dublagem, escolha em Mais.',
        },
      ],
    },
    trouble: {
      title: 'Problemas',
      lead: 'Quando algo não funciona.',
      questions: [
        {
          question: 'Diz “Formato não disponível”. E agora?',
          answer:
            'O formato pedido não está mais disponível: a plataforma o retirou depois que a lista foi feita. Atualize a página para obter uma lista nova, ou escolha outra qualidade.',
        },
        {
          question: 'Meu download falhou ou parou no meio.',
          answer:
            'Comece de novo: navegadores costumam continuar de onde pararam, porque nosso servidor permite. Se a própria origem interromper, nós também interrompemos, em vez de entregar um arquivo curto que parece completo.',
        },
        {
          question: 'Posso baixar vídeos privados ou com restrição de idade?',
          answer:
            'Não. Itens privados, com senha, pagos, com restrição de idade ou que exigem login não são aceitos. Só tratamos o que qualquer um pode abrir sem conta.',
        },
        {
          question: 'Por que está lento?',
          answer:
            'Quase sempre porque a plataforma envia devagar, ou porque um vídeo longo precisa ser juntado. A barra mostra o progresso real. Uma resolução menor é mais rápida, e de manhã cedo é melhor que à noite.',
        },
        {
          question: 'A prévia diz que está indisponível. O arquivo está com defeito?',
          answer:
            'Não. Significa que seu navegador não toca este codec, por exemplo H.265 em alguns computadores. Você ainda pode salvar o arquivo e tocá-lo em um programa como o VLC.',
        },
        {
          question: 'Meu arquivo expirou.',
          answer:
            'Arquivos prontos são apagados em {retention}. Volte à página inicial, ou use o botão da página, para fazer o arquivo de novo.',
        },
        {
          question: 'Uma plataforma que funcionava ontem falha hoje.',
          answer:
            'Plataformas mudam as páginas e limitam pedidos de servidores. Tente de novo em alguns minutos; se continuar falhando, envie um relato de erro com o link.',
        },
      ],
    },
    legal: {
      title: 'Jurídico e privacidade',
      lead: 'O que é permitido e o que guardamos.',
      questions: [
        {
          question: 'É legal baixar vídeos?',
          answer:
            'Depende da obra e da lei do seu país. Suas próprias obras, obras com licença livre e obras para as quais você tem permissão estão bem. Leia <law>nosso artigo sobre direitos autorais e uso justo</law>; você é responsável pelo que salva.',
        },
        {
          question: 'O que vocês guardam sobre mim?',
          answer:
            'Nem conta nem perfil; uma lista dos seus downloads existe só no seu próprio navegador, se você a ligar. Arquivos juntados são apagados em {retention}, e nossos registros citam plataformas, não seus links nem seu endereço. O <privacy>aviso de privacidade</privacy> lista tudo, incluindo os links curtos que você mesmo faz.',
        },
        {
          question: 'A plataforma fica sabendo que usei este site?',
          answer:
            'A plataforma vê nosso servidor pedir o item. Se uma prévia toca direto do servidor da plataforma, ela também vê o endereço do seu navegador, como na própria página dela. Pode ver o endereço também quando nosso servidor passa um arquivo a você. Ela não é informada de em que página você estava.',
        },
        {
          question: 'Outros podem ver o que baixo?',
          answer:
            'Por nós, não. Um arquivo é feito para um visitante e o endereço não pode ser adivinhado. Só quem recebe um link de você pode abri-lo. Um link curto dura {shareTime}.',
        },
        {
          question: 'Como relato um problema de direitos autorais?',
          answer:
            'Escreva para <dmcaMail>{dmcaEmail}</dmcaMail> com o link e sobre o que você tem direitos. A <dmca>política DMCA</dmca> diz o que um aviso precisa ter e quanto demoramos.',
        },
      ],
    },
    support: {
      title: 'Suporte técnico',
      lead: 'Navegadores, aparelhos e pessoas.',
      questions: [
        {
          question: 'Quais navegadores funcionam?',
          answer:
            'Versões atuais do Chrome, Edge, Firefox e Safari, em computadores e celulares. Navegadores dentro de outros aplicativos muitas vezes bloqueiam o salvamento; abra então a página no seu navegador normal.',
        },
        {
          question: 'Onde está meu arquivo no iPhone e no iPad?',
          answer:
            'O Safari o põe na pasta Downloads do aplicativo Arquivos. De lá, compartilhe e escolha Salvar Vídeo para tê-lo entre as suas fotos.',
        },
        {
          question: 'Onde está meu arquivo no Android?',
          answer:
            'Na pasta Downloads, que o aplicativo Arquivos mostra. Vídeos costumam aparecer sozinhos na galeria.',
        },
        {
          question: 'Funciona com bloqueador de anúncios ou sem cookies?',
          answer:
            'Sim, com os dois. Cookies opcionais ficam desligados até você permitir, e os downloads funcionam igual de qualquer jeito. Sem JavaScript você pode ler todas as páginas, ver os formatos de um link e salvar cada um.',
        },
        {
          question: 'Como relato um erro?',
          answer:
            'Use o botão de relatar erro abaixo: ele abre um e-mail para <mail>{email}</mail> em que as perguntas que faríamos já estão escritas. Não envie senhas nem capturas de tela com dados privados.',
        },
        {
          question: 'Em quanto tempo vocês respondem?',
          answer:
            'Lemos todos os e-mails. As respostas são escritas por pessoas e podem levar alguns dias. A correspondência é apagada depois de {supportTime}.',
        },
      ],
    },
  },
}
