import type { texts as english } from '../../en/pages/glossary.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  title: 'Glossário de termos',
  lead: 'As palavras de arquivos e formatos, e depois aquelas em que nossos termos e políticas se apoiam.',
  search: 'Buscar um termo',
  found: { one: '{n} termo encontrado', many: '{n} termos encontrados', other: '{n} termos encontrados' },
  notFoundHint: 'Tente outra palavra, ou esvazie o campo para ver todos os termos.',
  legalNote: 'Nota jurídica',
  examples: 'Exemplos',
  related: 'Termos afins',
  terms: {
    codec: {
      term: 'Codec',
      short: 'O método com que imagens ou som são comprimidos.',
      full: 'Um player precisa conhecer o codec de um arquivo para tocá-lo. Vídeo H.264 e som AAC tocam em quase todo lugar. H.265 (HEVC), VP9 e AV1 dão a mesma imagem em menos bytes, mas aparelhos antigos não os conhecem. Opus é um codec moderno de som.',
      examples: ['Vídeo: H.264, H.265, VP9, AV1', 'Som: AAC, Opus, MP3, Vorbis'],
    },
    container: {
      term: 'Contêiner',
      short: 'O tipo de arquivo que leva imagem e som, como MP4, WebM ou MKV.',
      full: 'Um contêiner é a caixa, e os codecs são o que há dentro. O final do nome de um arquivo diz o contêiner. Diz pouco sobre a qualidade: a mesma imagem pode passar de um contêiner a outro sem nenhuma perda.',
      examples: ['MP4 e M4A', 'WebM', 'MKV (Matroska)', 'OGG'],
    },
    resolution: {
      term: 'Resolução',
      short: 'O tamanho da imagem, pelo número de linhas: 720p, 1080p, 2160p (4K).',
      full: 'Mais linhas mostram detalhes mais finos em uma tela grande e deixam o arquivo maior. Em um vídeo em pé, conta o lado curto: 1080 por 1920 se chama 1080p. HD é 720p, Full HD é 1080p, e 4K ou Ultra HD é 2160p.',
      examples: [
        '480p para um arquivo pequeno',
        '1080p para um celular, um notebook ou uma televisão',
        '2160p para uma tela 4K',
      ],
    },
    bitrate: {
      term: 'Taxa de bits',
      short: 'Quantos dados um segundo de vídeo ou som ocupa, em kbps ou Mbps.',
      full: 'Com o mesmo codec e a mesma resolução, uma taxa maior parece ou soa melhor e deixa o arquivo maior. Uma taxa acima da do original acrescenta tamanho e nenhuma qualidade.',
      examples: ['128 kbps: fala em MP3', '192 kbps: música em MP3', '5 Mbps: 1080p em H.264'],
    },
    hdr: {
      term: 'HDR e taxa de quadros',
      short: 'Uma faixa maior de brilho e cor, e o número de imagens por segundo (fps).',
      full: 'HDR (alto alcance dinâmico) fica certo só em uma tela e um player que o aceitam; em outros pode ficar cinza. Uma taxa de 50 ou 60 fps deixa esportes e jogos mais fluidos.',
      examples: ['HDR10, HLG, Dolby Vision', '25, 30, 50 ou 60 fps'],
    },
    merging: {
      term: 'Juntar',
      short: 'Pôr um fluxo de imagem e um de som em um arquivo, sem mudar nenhum dos dois.',
      full: 'Muitas plataformas guardam imagem e som separados. Juntar copia os dois para um contêiner. Nada é comprimido de novo, então não se perde qualidade.',
      examples: ['Vídeo H.264 e som AAC viram um MP4', 'Vídeo VP9 e som Opus viram um WebM'],
    },
    conversion: {
      term: 'Conversão',
      short: 'Comprimir som ou imagens de novo, em outro codec.',
      full: 'Um MP3 feito de som AAC é uma conversão. Ele pode ser tão bom quanto a origem e não melhor. Todo formato feito assim é marcado.',
      examples: ['AAC para MP3', 'Um vídeo curto sem som para um GIF animado'],
    },
    drm: {
      term: 'DRM',
      short: 'Um cadeado em um vídeo ou música: só toca no aplicativo ou player de quem vende.',
      full: 'DRM (gestão de direitos digitais) cifra o que um serviço entrega. Itens com DRM não podem ser salvos aqui, seja qual for o site.',
      legalNote: 'Quebrar esse cadeado é proibido nos Estados Unidos, na União Europeia e em outros lugares.',
      examples: ['Filmes de serviços de streaming', 'Músicas de uma assinatura'],
    },
    playlist: {
      term: 'Playlist e feed',
      short:
        'Uma lista de itens atrás de um link: uma playlist, um set, um showcase, um programa, um feed RSS.',
      full: 'Cole o link de uma lista assim para ver os itens e escolher entre eles, de cem em cem. Um feed RSS é a lista com que um podcast é publicado.',
      examples: ['Uma playlist do YouTube', 'Um set do SoundCloud', 'O feed RSS de um podcast'],
    },
    watermark: {
      term: 'Marca-d’água',
      short: 'Um logotipo ou nome que um aplicativo desenha sobre a imagem.',
      full: 'Alguns aplicativos põem um logotipo que se move quando você salva com o botão deles. Onde a plataforma também tem o arquivo sem ele, é esse que você recebe. O que um autor pôs na imagem fica.',
      examples: ['O logotipo do TikTok com o nome de usuário'],
    },
    'our-service': {
      term: 'Nosso serviço',
      short: 'O site {domain} com tudo o que faz: ler links públicos, listar formatos, juntar e salvar.',
      full: 'Nosso serviço é a ferramenta da web que o {name} oferece em {domain}. Você dá a ele o link de um item público. Ele pergunta à plataforma quais formatos existem, mostra-os e passa a você o que escolher. Onde imagem e som estão separados, ele os junta; onde você pede outro formato de áudio, ele converte. Não mantém catálogo, e um arquivo pronto é apagado em {retention}.',
      legalNote:
        'Nosso serviço age a seu pedido, com um item de cada vez. Ele não decide o que é salvo e não dá a você direitos sobre o que salva.',
      examples: [
        'Listar os formatos de um vídeo público',
        'Juntar um fluxo de imagem e um de som em um MP4',
        'Fazer um link curto para uma prévia',
      ],
    },
    'third-party-platforms': {
      term: 'Plataformas de terceiros',
      short: 'Sites e aplicativos de outras empresas que mostram os itens cujos links as pessoas colam.',
      full: 'Plataformas de terceiros são serviços como YouTube, TikTok, Vimeo ou Apple Podcasts. Elas pertencem a outras empresas, têm regras próprias e decidem o que mostram a quem. O {name} não faz parte delas nem é endossado por elas; os nomes e marcas são dos seus donos e são usados só para dizer quais links são entendidos.',
      legalNote:
        'Além da lei, os termos de uma plataforma podem limitar o que os usuários fazem. Segui-los é responsabilidade de quem usa a plataforma.',
      examples: ['Uma plataforma de vídeo', 'Uma rede social', 'Um diretório de podcasts'],
    },
    download: {
      term: 'Download',
      short: 'Salvar uma cópia de um item como arquivo no seu próprio aparelho.',
      full: 'Um download começa quando você escolhe um formato e termina com um arquivo no seu aparelho. No meio, os bytes vão da plataforma até você passando pelo nosso servidor; alguns formatos são juntados ou convertidos no caminho. Um arquivo que já está completo é repassado sem que o guardemos.',
      legalNote:
        'Um download faz uma cópia. Se você pode fazê-la é decidido pelos direitos autorais, pela sua permissão e pelas exceções da lei do seu país.',
      examples: [
        'Salvar o que você mesmo enviou depois que o celular quebrou',
        'Salvar uma aula com licença livre',
        'Salvar um episódio de podcast para um voo',
      ],
    },
    content: {
      term: 'Conteúdo',
      short: 'O vídeo, o som, a imagem e o texto de um item, seja quem for que os fez.',
      full: 'Conteúdo é tudo o que compõe um item em uma plataforma: imagens, som, título, descrição, capa. Pertence a quem o fez ou adquiriu os direitos. Não reivindicamos direitos sobre o conteúdo, não o mudamos além do formato que você pede e não tiramos sinais que o autor pôs nele.',
      legalNote:
        'O conteúdo costuma ser protegido por direitos autorais desde que é feito, mesmo sem nenhum aviso.',
      examples: ['Um videoclipe', 'Um episódio de podcast', 'Um vídeo curto com título e miniatura'],
    },
    'publicly-accessible-content': {
      term: 'Conteúdo de acesso público',
      short: 'Conteúdo que qualquer um pode abrir só com um link: sem login, sem senha, sem pagamento.',
      full: 'Um conteúdo é de acesso público se uma janela nova do navegador, sem conta, o mostra. Itens privados, pagos, com restrição de idade, com senha ou que exigem login não são; nem os que têm uma proteção técnica (DRM). Nosso serviço trata só conteúdo de acesso público.',
      legalNote:
        'De acesso público não significa de uso livre. Diz quem pode olhar, não o que pode ser feito com ele.',
      examples: [
        'Um vídeo público que toca em uma janela anônima',
        'Um episódio em um feed de podcast aberto',
        'Não: um story para seguidores, um vídeo para membros, um filme alugado',
      ],
    },
  },
}
