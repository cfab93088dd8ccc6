import type { texts as english } from '../en/failures.ts'
import type { In } from '../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  general: {
    bad_link: 'Digite uma URL válida (precisa incluir http:// ou https://)',
    bad_request: 'Não conseguimos ler este pedido. Recarregue a página e tente de novo.',
    body_too_large: 'Este pedido é grande demais. Cole só o link.',
    refused_address: 'Este endereço não pode ser alcançado daqui. Cole um link público.',
    unsupported: 'Não aceitamos este link. Cole o link de um vídeo, uma música ou um episódio público.',
    several_items: 'Este link leva a uma lista. Cole o link de um vídeo ou episódio.',
    split: 'O site guarda este filme em vários arquivos, que não podemos juntar. Procure outra cópia dele.',
    private: 'Este item é privado. Cole o link de um público.',
    embed_only: 'Este vídeo só toca nas páginas que o dono escolheu. Cole o link de uma dessas páginas.',
    login: 'Este item exige login, e só tratamos itens públicos. Tente outro link.',
    gate: 'O site primeiro faz uma pergunta aos visitantes, sobre cookies ou idade, que não podemos responder. Se o mesmo item estiver em outro site, cole esse link.',
    age: 'Este item tem restrição de idade e exige login, que não usamos. Tente outro link.',
    paid: 'Este item é pago, só para membros ou tem senha. Tente um público.',
    drm: 'Este item é protegido (DRM) e não pode ser baixado. Tente outro.',
    geo: 'Este item não está disponível na região do nosso servidor. Se o mesmo item estiver em outro site, cole esse link.',
    blocked: 'Este item foi bloqueado após uma reclamação e não pode ser baixado aqui. Tente outro link.',
    switched_off:
      'Desligamos os downloads deste site por enquanto. Tente um link de outro site ou volte mais tarde.',
    removed: 'Este item foi removido ou nunca existiu. Confira o link.',
    live: 'Isto ainda está ao vivo. Volte quando tiver terminado.',
    post_live:
      'Esta transmissão acabou de terminar e a gravação ainda está sendo preparada. Tente de novo em algumas horas.',
    not_started: 'Isto ainda não começou. Volte quando tiver sido publicado.',
    no_media: 'Não há vídeo nem áudio neste link. Cole o link do próprio item.',
    stream_only:
      'O site envia este item de um jeito que não podemos salvar. Se o mesmo item estiver em outro site, cole esse link.',
    bad_clip:
      'Este trecho não está dentro do item. Escolha um início antes do fim, e um fim dentro da duração.',
    too_big: 'Este item é longo ou grande demais para nós. Escolha um menor.',
    site_limit: 'O site está nos limitando no momento. Tente de novo em alguns minutos.',
    site_blocks_us:
      'Este site recusa nossos servidores no momento. Outros sites funcionam; tente este mais tarde.',
    exit_down: 'Nossa conexão com este site caiu. Outros sites funcionam; tente este mais tarde.',
    exit_used:
      'Lemos só um número limitado de links de um site por hora. Outros sites funcionam; tente este em alguns minutos.',
    unreachable: 'Não conseguimos alcançar o site. Confira o link ou tente mais tarde.',
    timeout: 'O site demorou demais para responder. Tente de novo.',
    too_slow: 'A origem é lenta demais para terminarmos este arquivo. Escolha um formato menor.',
    broken: 'Algo mudou no site e não conseguimos ler. Tente mais tarde ou relate este link.',
    busy: 'Todas as nossas máquinas estão ocupadas. Tente de novo em um minuto.',
    merger_down: 'Nosso serviço de processamento não responde. Tente de novo em um minuto.',
    rate_limited: 'Pedidos demais. Espere {seconds} segundos e tente de novo.',
    day_used:
      'Sua conexão já usou o que uma conexão pode usar em um dia. Tente de novo depois das 00:00 UTC.',
    day_over:
      'Fizemos tantos arquivos quanto podemos fazer hoje. Escolha um formato que não precise ser juntado, ou tente de novo depois das 00:00 UTC.',
    stale: 'Este link expirou. Comece de novo pela página inicial.',
    forbidden: 'Este pedido não foi feito pela nossa página. Abra a página inicial e tente de novo.',
    media_type: 'A origem não enviou vídeo, áudio nem imagem. Escolha outro formato.',
    unreadable:
      'Este arquivo está danificado ou em uma forma que não conseguimos ler. Escolha outro formato.',
    no_sound: 'Este vídeo não tem som. Escolha um formato de vídeo.',
    no_picture: 'Isto é som sem imagem. Escolha um formato de áudio.',
    no_subtitles: 'Não foi possível ler estas legendas. Escolha outro idioma.',
    in_parts: 'O site envia só uma parte deste formato. Escolha outro formato.',
    source_failed: 'A origem parou de enviar este arquivo. Tente de novo ou escolha outro formato.',
    merge_failed: 'Este formato não pôde ser juntado. Tente de novo ou escolha outro formato.',
    format_gone:
      'O formato pedido não está mais disponível. 💡 Recarregue a página inicial e escolha outra qualidade de vídeo.',
    item_moved:
      'A lista deste link mudou, e o item que você escolheu não foi encontrado nela. Cole o link de novo na página inicial e escolha o item da lista.',
    file_gone:
      'Este arquivo expirou e não pode mais ser baixado. Volte à página inicial para baixar uma nova cópia.',
    not_found: 'Não há nada neste endereço. Comece pela página inicial.',
    cancelled: 'Isto foi cancelado. Escolha um formato de novo.',
    internal: 'Algo deu errado do nosso lado. Tente de novo.',
  },
  withSite: {
    switched_off:
      'Desligamos os downloads do {site} por enquanto. Tente um link de outro site ou volte mais tarde.',
    site_blocks_us:
      'O {site} recusa nossos servidores no momento. Outros sites funcionam; tente este mais tarde.',
    exit_down: 'Nossa conexão com o {site} caiu. Outros sites funcionam; tente este mais tarde.',
    exit_used:
      'Lemos só um número limitado de links do {site} por hora. Outros sites funcionam; tente este em alguns minutos.',
  },
  special: {
    podcast_no_media:
      'Não achamos um arquivo público deste episódio. Pode ser só para assinantes. Tente outro.',
    instagram_login:
      'O Instagram só mostra este post depois de um login, e não usamos nenhum. Tente outro link.',
    tunein_live: 'Esta é uma estação ao vivo e não tem fim. Procure um programa gravado dela.',
    spotify_drm:
      'O Spotify protege o áudio com DRM, então ele não pode ser baixado aqui. Muitos podcasts do Spotify também são publicados abertamente: cole o link do Apple Podcasts, do Player.FM ou do RSS do mesmo episódio.',
    youtube_live:
      'Este link leva à página ao vivo de um canal, e transmissões não podem ser salvas enquanto acontecem. Cole o link do vídeo depois que a transmissão terminar.',
    own_link: 'Este é um link desta página. Cole o link de um vídeo, uma música ou um episódio.',
  },
  workOff: {
    merges:
      'No momento não criamos arquivos. Escolha um formato que não precise ser juntado ou volte mais tarde.',
    relays: 'No momento não repassamos mídia deste site. Tente um link de outro site ou volte mais tarde.',
    extractions: 'No momento não lemos links. Volte mais tarde.',
  },
  tip: '💡 Recarregue a página inicial e escolha outra qualidade de vídeo.',
  page: {
    home: {
      failed: 'Não foi possível processar o vídeo',
      noDetails: 'Não foi possível obter os dados do vídeo. A resposta não estava no formato esperado.',
      exception: 'Ocorreu um erro ao processar o vídeo',
    },
    plain: {
      failed: 'Não foi possível processar o vídeo',
      noDetails: 'Não foi possível obter os dados do vídeo.',
      exception: 'Ocorreu um erro ao processar o vídeo',
    },
    video: {
      failed: 'Não foi possível processar o vídeo do {platform}',
      noDetails: 'Não foi possível obter os dados do vídeo do {platform}.',
      exception: 'Ocorreu um erro ao processar o vídeo do {platform}',
    },
    episode: {
      failed: 'Não foi possível processar o episódio do {platform}',
      noDetails: 'Não foi possível obter os dados do episódio do {platform}.',
      exception: 'Ocorreu um erro ao processar o episódio do {platform}',
    },
    track: {
      failed: 'Não foi possível processar a faixa do {platform}',
      noDetails: 'Não foi possível obter os dados da faixa do {platform}.',
      exception: 'Ocorreu um erro ao processar a faixa do {platform}',
    },
    content: {
      failed: 'Não foi possível processar o conteúdo do {platform}',
      noDetails: 'Não foi possível obter os dados do conteúdo do {platform}.',
      exception: 'Ocorreu um erro ao processar o conteúdo do {platform}',
    },
  },
}
