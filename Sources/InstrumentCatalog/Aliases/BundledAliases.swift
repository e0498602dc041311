// swift-format-ignore-file

extension AliasTable {
    /// The text of `AliasTable.bundled`. Lines are added by hand; `AliasTableTests` holds the ISINs against their check digits.
    static let bundledText: StaticString = #"""
# What well-known instruments are called, in public, beside their names: former names, brands, abbreviations, nicknames.
# A line for each: symbol or ISIN, alias. ISINs hold in the data of any vendor; symbols stand where an index or a product has
# no ISIN, and beside it for shares of the United States, whose symbols are the same everywhere.
# Only facts, with their sources by group. What a description says anyway has no line here.

# United States, shares: former names, brands and what people say. Sources: the companies' annual reports and investor pages
US0378331005, apple computer
US0378331005, 苹果
US0378331005, アップル
US0378331005, 애플
AAPL, apple computer
AAPL, 苹果
AAPL, アップル
AAPL, 애플
US5949181045, xbox
US5949181045, linkedin
US5949181045, github
US5949181045, 微软
US5949181045, マイクロソフト
MSFT, xbox
MSFT, linkedin
MSFT, github
MSFT, 微软
MSFT, マイクロソフト
US67066G1040, geforce
US67066G1040, 英伟达
US67066G1040, エヌビディア
US67066G1040, 엔비디아
NVDA, geforce
NVDA, 英伟达
NVDA, エヌビディア
NVDA, 엔비디아
US0231351067, aws
US0231351067, amazon web services
US0231351067, 亚马逊
US0231351067, アマゾン
AMZN, aws
AMZN, amazon web services
AMZN, 亚马逊
AMZN, アマゾン
US02079K3059, google
US02079K3059, youtube
US02079K3059, waymo
US02079K3059, 谷歌
US02079K3059, グーグル
US02079K3059, 구글
US02079K1079, google
US02079K1079, youtube
US02079K1079, waymo
US02079K1079, 谷歌
US02079K1079, グーグル
US02079K1079, 구글
GOOGL, google
GOOGL, youtube
GOOGL, waymo
GOOGL, 谷歌
GOOGL, グーグル
GOOGL, 구글
GOOG, google
GOOG, youtube
GOOG, waymo
GOOG, 谷歌
GOOG, グーグル
GOOG, 구글
US30303M1027, facebook
US30303M1027, fb
US30303M1027, instagram
US30303M1027, whatsapp
US30303M1027, 脸书
META, facebook
META, fb
META, instagram
META, whatsapp
META, 脸书
US88160R1014, tesla motors
US88160R1014, 特斯拉
US88160R1014, テスラ
US88160R1014, 테슬라
TSLA, tesla motors
TSLA, 特斯拉
TSLA, テスラ
TSLA, 테슬라
US0846701086, warren buffett
US0846701086, buffett
US0846701086, geico
US0846701086, 伯克希尔
US0846707026, warren buffett
US0846707026, buffett
US0846707026, geico
US0846707026, 伯克希尔
BRK/A, warren buffett
BRK/A, buffett
BRK/A, geico
BRK/A, 伯克希尔
BRK/B, warren buffett
BRK/B, buffett
BRK/B, geico
BRK/B, 伯克希尔
US11135F1012, avago
US11135F1012, vmware
US11135F1012, 博通
AVGO, avago
AVGO, vmware
AVGO, 博通
US46625H1005, j.p. morgan
US46625H1005, chase manhattan
US46625H1005, 摩根大通
JPM, j.p. morgan
JPM, chase manhattan
JPM, 摩根大通
US5324571083, mounjaro
US5324571083, zepbound
US5324571083, 礼来
LLY, mounjaro
LLY, zepbound
LLY, 礼来
US91324P1021, optum
US91324P1021, united health care
UNH, optum
UNH, united health care
US30231G1022, esso
US30231G1022, 埃克森美孚
XOM, esso
XOM, 埃克森美孚
US57636Q1040, master charge
US57636Q1040, 万事达
MA, master charge
MA, 万事达
US7427181091, p&g
US7427181091, proctor and gamble
US7427181091, pampers
US7427181091, gillette
US7427181091, tide
US7427181091, 宝洁
PG, p&g
PG, proctor and gamble
PG, pampers
PG, gillette
PG, tide
PG, 宝洁
US9311421039, wal-mart stores
US9311421039, sam's club
US9311421039, 沃尔玛
WMT, wal-mart stores
WMT, sam's club
WMT, 沃尔玛
US4781601046, j&j
US4781601046, janssen
US4781601046, 强生
JNJ, j&j
JNJ, janssen
JNJ, 强生
US64110L1061, 奈飞
NFLX, 奈飞
US79466L3024, slack
US79466L3024, tableau
CRM, slack
CRM, tableau
US0605051046, boa
US0605051046, bofa
US0605051046, merrill lynch
US0605051046, 美国银行
BAC, boa
BAC, bofa
BAC, merrill lynch
BAC, 美国银行
US1912161007, coke
US1912161007, 可口可乐
KO, coke
KO, 可口可乐
US1667641005, standard oil of california
US1667641005, texaco
US1667641005, 雪佛龙
CVX, standard oil of california
CVX, texaco
CVX, 雪佛龙
US58933Y1055, msd
US58933Y1055, merck sharp & dohme
US58933Y1055, keytruda
US58933Y1055, 默沙东
MRK, msd
MRK, merck sharp & dohme
MRK, keytruda
MRK, 默沙东
US0079031078, ryzen
US0079031078, radeon
US0079031078, 超威
AMD, ryzen
AMD, radeon
AMD, 超威
US7134481081, pepsi cola
US7134481081, frito lay
US7134481081, gatorade
US7134481081, quaker oats
US7134481081, 百事
PEP, pepsi cola
PEP, frito lay
PEP, gatorade
PEP, quaker oats
PEP, 百事
US00724F1012, photoshop
US00724F1012, acrobat
ADBE, photoshop
ADBE, acrobat
US17275R1023, webex
US17275R1023, 思科
CSCO, webex
CSCO, 思科
US4581401001, pentium
US4581401001, 英特尔
US4581401001, インテル
INTC, pentium
INTC, 英特尔
INTC, インテル
US7475251036, snapdragon
US7475251036, 高通
QCOM, snapdragon
QCOM, 高通
US4592001014, big blue
IBM, big blue
US1491231015, caterpillar tractor
CAT, caterpillar tractor
US3696043013, general electric
US3696043013, ge aviation
US3696043013, 通用电气
GE, general electric
GE, ge aviation
GE, 通用电气
US2546871060, espn
US2546871060, pixar
US2546871060, marvel
US2546871060, lucasfilm
US2546871060, hulu
US2546871060, 迪士尼
DIS, espn
DIS, pixar
DIS, marvel
DIS, lucasfilm
DIS, hulu
DIS, 迪士尼
US92343V1044, bell atlantic
VZ, bell atlantic
US7170811035, viagra
US7170811035, 辉瑞
PFE, viagra
PFE, 辉瑞
US0970231058, mcdonnell douglas
US0970231058, 波音
BA, mcdonnell douglas
BA, 波音
US6541061031, air jordan
US6541061031, converse
US6541061031, 耐克
NKE, air jordan
NKE, converse
NKE, 耐克
US5801351017, mickey d's
US5801351017, mcdo
US5801351017, 麦当劳
MCD, mickey d's
MCD, mcdo
MCD, 麦当劳
US38141G1040, 高盛
GS, 高盛
US6174464486, e*trade
US6174464486, 摩根士丹利
MS, e*trade
MS, 摩根士丹利
US9497461015, wachovia
US9497461015, 富国银行
WFC, wachovia
WFC, 富国银行
US1729674242, citi
US1729674242, citibank
US1729674242, citicorp
US1729674242, 花旗
C, citi
C, citibank
C, citicorp
C, 花旗
US0258161092, amex
US0258161092, american express bank
US0258161092, 美国运通
AXP, amex
AXP, american express bank
AXP, 美国运通
US00206R1023, att
US00206R1023, american telephone and telegraph
US00206R1023, ma bell
US00206R1023, sbc communications
T, att
T, american telephone and telegraph
T, ma bell
T, sbc communications
US3453708600, lincoln motor
US3453708600, 福特
F, lincoln motor
F, 福特
US37045V1008, chevrolet
US37045V1008, chevy
US37045V1008, cadillac
US37045V1008, buick
US37045V1008, 通用汽车
GM, chevrolet
GM, chevy
GM, cadillac
GM, buick
GM, 通用汽车
US90353T1007, uber eats
US90353T1007, 优步
UBER, uber eats
UBER, 优步
US8825081040, ti
TXN, ti
US00287Y1091, humira
US00287Y1091, allergan
US00287Y1091, botox
ABBV, humira
ABBV, allergan
ABBV, botox
US8552441094, 星巴克
SBUX, 星巴克
US88579Y1010, minnesota mining and manufacturing
US88579Y1010, post-it
US88579Y1010, scotch tape
MMM, minnesota mining and manufacturing
MMM, post-it
MMM, scotch tape
US4385161066, allied signal
HON, allied signal
US5398301094, skunk works
LMT, skunk works
US9113121068, 联合包裹
UPS, 联合包裹
US31428X1063, federal express
US31428X1063, 联邦快递
FDX, federal express
FDX, 联邦快递
US70450Y1038, venmo
US70450Y1038, 贝宝
PYPL, venmo
PYPL, 贝宝
US5951121038, crucial
US5951121038, 美光
MU, crucial
MU, 美光
US0382221051, 应用材料
AMAT, 应用材料
US2441991054, john deere
DE, john deere
US5486611073, lowe's home improvement
LOW, lowe's home improvement
US8522341036, square
US8522341036, cash app
US8522341036, block inc
XYZ, square
XYZ, cash app
XYZ, block inc
US40434L1052, hewlett packard
US40434L1052, hp
HPQ, hewlett packard
HPQ, hp
US42824C1099, hewlett packard enterprise
US42824C1099, hpe
HPE, hewlett packard enterprise
HPE, hpe
US75513E1010, raytheon
US75513E1010, united technologies
US75513E1010, pratt and whitney
RTX, raytheon
RTX, united technologies
RTX, pratt and whitney
US02209S1033, philip morris companies
MO, philip morris companies
US7181721090, philip morris international
US7181721090, marlboro
US7181721090, iqos
PM, philip morris international
PM, marlboro
PM, iqos
US6092071058, kraft foods
US6092071058, oreo
US6092071058, cadbury
US6092071058, toblerone
MDLZ, kraft foods
MDLZ, oreo
MDLZ, cadbury
MDLZ, toblerone
US09857L1089, priceline
US09857L1089, booking.com
BKNG, priceline
BKNG, booking.com
US0367521038, anthem
US0367521038, wellpoint
ELV, anthem
ELV, wellpoint
US1101221083, bms
US1101221083, bristol myers
BMY, bms
BMY, bristol myers
US5949724083, microstrategy
MSTR, microstrategy
US89832Q1094, bb&t
US89832Q1094, suntrust
TFC, bb&t
TFC, suntrust
US9884981013, kfc
US9884981013, pizza hut
US9884981013, taco bell
YUM, kfc
YUM, pizza hut
YUM, taco bell
US2605571031, dow chemical
DOW, dow chemical
US49177J1025, tylenol
US49177J1025, band-aid
US49177J1025, neutrogena
US49177J1025, listerine
KVUE, tylenol
KVUE, band-aid
KVUE, neutrogena
KVUE, listerine
US1266501006, cvs pharmacy
US1266501006, aetna
CVS, cvs pharmacy
CVS, aetna

# Depositary receipts in the United States. Sources: the companies' filings there (forms F-6 and 20-F)
US8740391003, tsmc
US8740391003, taiwan semi
US8740391003, 台积电
TSM, tsmc
TSM, taiwan semi
TSM, 台积电
US01609W1027, taobao
US01609W1027, tmall
US01609W1027, 阿里巴巴
BABA, taobao
BABA, tmall
BABA, 阿里巴巴
US47215P1066, jd.com
US47215P1066, jingdong
US47215P1066, 京东
JD, jd.com
JD, jingdong
JD, 京东
US7223041028, pinduoduo
US7223041028, temu
US7223041028, 拼多多
PDD, pinduoduo
PDD, temu
PDD, 拼多多
US0567521085, baidu
US0567521085, 百度
BIDU, baidu
BIDU, 百度

# Germany. Sources: annual reports; Deutsche Börse's lists of instruments
DE0005557508, t-mobile
DE0005557508, t-online
DE000BASF111, badische anilin
DE000BAY0017, monsanto
DE000BAY0017, aspirin
DE0005190003, bmw group
DE0005190003, mini cooper
DE0005190003, 宝马
DE0007100000, daimler
DE0007100000, daimler benz
DE0007100000, daimlerchrysler
DE0007100000, 奔驰
DE0007664039, vw
DE0007664039, volkswagen vorzüge
DE0007664039, vw vz
DE0007664039, 大众
DE000A1EWWW0, adidas salomon
DE000A1EWWW0, 阿迪达斯
DE0008430026, munich re
DE0008430026, munich reinsurance
DE0008430026, münchener rück
DE0008430026, muenchener rueck
DE0008430026, muenchner rueck
DE0008430026, munre
DE0005552004, deutsche post dhl
DE000ENAG999, eon
DE000ENAG999, veba
DE000ENAG999, innogy
DE0005439004, conti
DE0005439004, conti ag
DE0006048432, persil
DE0006048432, schwarzkopf
DE0006048432, loctite
DE0006048432, henkel vz
DE0006047004, heidelbergcement
DE0006599905, merck darmstadt
DE0006599905, emd
DE0006599905, merck group
DE0005810055, deutsche boerse
DE0005810055, german stock exchange
DE0005810055, eurex
DE0005810055, clearstream
DE000A1ML7J1, deutsche annington
DE0005200000, nivea
DE0005200000, tesa
DE000PAG9113, porsche ag

# United Kingdom and Ireland. Sources: annual reports; the London Stock Exchange's list of companies
GB0009895292, astra
GB0009895292, zeneca
GB0005405286, hongkong and shanghai banking corporation
GB0005405286, hongkong bank
GB0005405286, midland bank
GB00BP6MXD84, royal dutch shell
GB00BP6MXD84, royal dutch
GB00BP6MXD84, 壳牌
GB0007980591, british petroleum
GB0007980591, bp amoco
GB0007980591, 英国石油
GB00BN7SWP63, glaxosmithkline
GB00BN7SWP63, glaxo
GB00BN7SWP63, smithkline beecham
GB00BN7SWP63, 葛兰素史克
GB00B10RZP78, dove
GB00B10RZP78, lever brothers
GB00B10RZP78, hellmann's
GB00B10RZP78, 联合利华
GB00BVZK7T90, dove
GB00BVZK7T90, lever brothers
GB00BVZK7T90, hellmann's
GB00BVZK7T90, 联合利华
ULVR:GB, dove
ULVR:GB, lever brothers
ULVR:GB, hellmann's
ULVR:GB, 联合利华
GB0007188757, rio tinto zinc
GB0007188757, rtz
GB0007188757, 力拓
GB0002374006, johnnie walker
GB0002374006, guinness
GB0002374006, smirnoff
GB0002374006, baileys
GB0002374006, 帝亚吉欧
GB0002875804, bat
GB0002875804, lucky strike
GB0002875804, dunhill
GB0008706128, lloyds tsb
GB0008706128, lloyds bank
GB0008706128, halifax
GB0008706128, bank of scotland
GB0031348658, barclays bank
GB0031348658, 巴克莱
GB00BH4HKS39, voda
GB00BH4HKS39, 沃达丰
GB0002634946, bae
GB0002634946, british aerospace
GB00B63H8491, rolls
GB00B63H8491, 罗尔斯罗伊斯
GB00B0SWJX34, lse
GB00B0SWJX34, refinitiv
GB0004082847, stanchart
GB0004082847, standard and chartered
GB0004082847, 渣打
GB00BM8PJY71, royal bank of scotland
GB00BM8PJY71, rbs
GB00BM8PJY71, national westminster
GB00B1YW4409, three i
GB00B1YW4409, investors in industry
GB0030913577, british telecom
GB0030913577, british telecommunications
GB0030913577, openreach
GB0004544929, imperial tobacco
GB00B2B0DG97, reed elsevier
GB00B2B0DG97, lexisnexis
GB00B2B0DG97, elsevier
GB00B019KW72, sainsburys
GB00B019KW72, argos
GB00BPQY8M80, norwich union
GB00BPQY8M80, commercial union
GB0007099541, the pru
GB0007099541, 英国保诚
GB0007908733, scottish and southern energy
GB00B033F229, british gas
GB00BMX86B70, sensodyne
GB00BMX86B70, panadol
GB00BMX86B70, voltaren
GB00B24CGK77, durex
GB00B24CGK77, dettol
GB00B24CGK77, lysol
GB00B24CGK77, nurofen
GB00B24CGK77, reckitt benckiser
GB0033195214, b&q
GB0033195214, screwfix
IE00BWT6H894, paddy power
IE00BWT6H894, fanduel
IE00BWT6H894, betfair
IE000S9YS762, praxair
IE00B4BNMY34, andersen consulting

# France. Sources: annual reports; Euronext's lists of instruments
FR0000121014, lvmh
FR0000121014, louis vuitton
FR0000121014, moet hennessy
FR0000121014, dior
FR0000121014, tiffany
FR0000121014, sephora
FR0000121014, 路易威登
FR0000120321, lancome
FR0000120321, garnier
FR0000120321, maybelline
FR0000120321, 欧莱雅
FR0000120271, total
FR0000120271, total fina elf
FR0000120271, 道达尔
FR0000120578, sanofi aventis
FR0000120578, aventis
FR0000120578, 赛诺菲
FR0000131104, bnp
FR0000131104, banque nationale de paris
FR0000131104, paribas
FR0000120628, axa uap
FR0000120628, 安盛
NL0000235190, eads
NL0000235190, european aeronautic defence and space company
NL0000235190, 空客
FR0000052292, birkin
FR0000052292, 爱马仕
FR0000121667, luxottica
FR0000121667, ray-ban
FR0000121667, oakley
FR0000121485, gucci
FR0000121485, saint laurent
FR0000121485, ysl
FR0000121485, ppr
FR0000121485, pinault printemps redoute
FR0000121485, balenciaga
FR0000073272, snecma
FR0000073272, sagem
FR0000120644, bsn
FR0000120644, evian
FR0000120644, activia
FR0000120644, actimel
FR0000130809, socgen
FR0000130809, societe general
FR0000130809, 法国兴业银行
FR0000133308, france telecom
FR0000131906, dacia
FR0000131906, 雷诺
FR0010208488, gdf suez
FR0010208488, gaz de france
FR0010208488, gdf
FR0000125338, cap gemini
FR0000124141, vivendi environnement
FR0000124141, generale des eaux
FR0000120172, 家乐福
FR0000045072, credit agricole sa
FR0000120693, absolut
FR0000120693, jameson
FR0000120693, ricard
NL0000226223, stm
NL0000226223, sgs thomson
FR0000121329, thomson csf
FR0000125007, st gobain
FR0000121972, 施耐德

# Netherlands, Belgium, Luxembourg. Sources: annual reports; Euronext's lists of instruments
NL0010273215, asm lithography
NL0010273215, 阿斯麦
NL0011821202, ing bank
NL0011821202, ing group
NL0011821202, internationale nederlanden groep
NL0000009538, royal philips
NL0000009538, philips electronics
NL0000009538, 飞利浦
NL0000009165, 喜力
NL0011794037, royal ahold
NL0011794037, albert heijn
NL0011794037, stop and shop
NL00150001Q9, fiat
NL00150001Q9, fiat chrysler
NL00150001Q9, chrysler
NL00150001Q9, jeep
NL00150001Q9, peugeot
NL00150001Q9, citroen
NL00150001Q9, opel
NL00150001Q9, psa
NL00150001Q9, maserati
BE0974293251, ab inbev
BE0974293251, anheuser busch
BE0974293251, budweiser
BE0974293251, bud
BE0974293251, interbrew
BE0974293251, stella artois
BE0974293251, 百威
BE0974264930, fortis
LU1598757687, mittal steel
LU1598757687, arcelor

# Switzerland. Sources: annual reports; SIX's list of instruments
CH0038863350, nescafe
CH0038863350, nespresso
CH0038863350, kitkat
CH0038863350, 雀巢
CH0012005267, ciba geigy
CH0012005267, ciba
CH0012005267, 诺华
CH0012032048, hoffmann la roche
CH0012032048, genentech
CH0012032048, roche gs
CH0012032048, 罗氏
CH0244767585, union bank of switzerland
CH0244767585, credit suisse
CH0244767585, swiss bank corporation
CH0244767585, 瑞银
CH0011075394, zurich financial services
CH0011075394, zürich versicherung
CH0011075394, 苏黎世保险
CH0012221716, asea brown boveri
CH0210483332, cartier
CH0210483332, montblanc
CH0210483332, iwc
CH0210483332, van cleef
CH0210483332, 历峰
CH0126881561, swiss reinsurance
CH0126881561, schweizer rück
CH0126881561, schweizer rueck
CH0126881561, swissre
CH0012255151, omega
CH0012255151, longines
CH0012255151, tissot
CH0012214059, lafarge
CH0012214059, lafargeholcim
CH0044328745, ace limited

# Italy, Spain, Portugal. Sources: annual reports; Borsa Italiana's and BME's lists of instruments
IT0003132476, agip
IT0003132476, ente nazionale idrocarburi
IT0000072618, intesa
IT0000072618, sanpaolo imi
IT0005239360, unicredito
IT0005239360, unicredito italiano
IT0005239360, hypovereinsbank
NL0011585146, 法拉利
IT0000062072, generali group
IT0003856405, finmeccanica
IT0003497168, telecom italia
ES0113900J37, bsch
ES0113900J37, banco santander central hispano
ES0113900J37, 桑坦德
ES0113211835, bilbao vizcaya
ES0113211835, banco bilbao
ES0148396007, inditex
ES0148396007, zara
ES0148396007, massimo dutti
ES0148396007, pull and bear
ES0148396007, bershka
ES0144580Y14, hidroeléctrica ibérica
ES0144580Y14, scottish power
ES0144580Y14, avangrid
ES0178430E18, movistar
ES0178430E18, o2
ES0178430E18, telefonica de españa
ES0140609019, la caixa
ES0140609019, bankia
ES0177542018, british airways
ES0177542018, iberia
ES0177542018, iag
ES0177542018, vueling
ES0177542018, aer lingus

# Nordic countries. Sources: annual reports; Nasdaq Nordic's and Oslo Børs's lists of instruments
SE0000108656, lm ericsson
SE0000108656, 爱立信
SE0000115446, volvo trucks
SE0000115446, mack trucks
SE0000115446, 沃尔沃
DK0062498333, ozempic
DK0062498333, wegovy
DK0062498333, 诺和诺德
NO0010096985, statoil
NO0010096985, statoilhydro
FI0009000681, 诺基亚
SE0000106270, h&m
SE0000106270, hennes and mauritz
DK0010244508, maersk
DK0010244508, ap moller

# Türkiye. Sources: Kamuyu Aydınlatma Platformu; annual reports
TRATHYAO91M5, turkish airlines
TRATHYAO91M5, thy
TRATHYAO91M5, turkish air
TRAGARAN91N1, garanti bbva
TRAGARAN91N1, garanti bank
TRAAKBNK91N6, ak bank
TRAEREGL91G3, erdemir
TRAEREGL91G3, eregli demir celik
TRATUPRS91E8, turkish petroleum refineries
TRATCELL91M1, türk cell
TRAISCTR91N2, işbank
TRAISCTR91N2, türkiye iş bankası
TRAKCHOL91Q8, koç group
TREBIMM00018, bim
TREBIMM00018, bim market
TRASISEW91Q3, şişecam
TRAARCLK91H5, beko
TRAARCLK91H5, grundig
TREPEGS00016, pegasus airlines
TREPEGS00016, flypgs
TRAOTOSN91H6, ford otosan
TRAOTOSN91H6, otosan
TRAYKBNK91N6, yapı kredi
TRAYKBNK91N6, ykb
TRETTLK00013, türk telekom
TRETTLK00013, turk telecom
TRETHAL00019, halkbank
TREVKFB00019, vakıfbank
TRATOASO91H3, fiat türkiye

# Japan. Sources: annual reports; Japan Exchange Group's list of issues
JP3633400001, lexus
JP3633400001, 豊田
JP3435000009, playstation
JP3435000009, 索尼
JP3436100006, 软银
JP3756600007, super mario
JP3756600007, ニンテンドー
JP3902900004, mufg
JP3902900004, bank of tokyo mitsubishi
JP3902900004, 三菱東京UFJ
JP3902900004, 三菱日联
JP3735400008, nippon telegraph and telephone
JP3735400008, nippon telegraph
JP3735400008, 日本電信電話
JP3735400008, docomo
JP3735400008, ドコモ
JP3854600008, ホンダ
JP3496400007, au by kddi
JP3463000004, shire
JP3898400001, mitsubishi shoji
JP3890350006, smfg
JP3890350006, smbc
JP3890350006, 三井住友銀行
JP3890350006, 三井住友FG
JP3242800005, 佳能
JP3802300008, uniqlo
JP3802300008, ユニクロ
JP3802300008, 优衣库
JP3672400003, infiniti
JP3672400003, datsun
JP3672400003, 日产
JP3866800000, matsushita
JP3866800000, 松下電器
JP3866800000, 松下
JP3422950000, seven eleven
JP3422950000, 7-eleven
JP3422950000, 7-11
JP3422950000, セブンイレブン

# Hong Kong and mainland China. Sources: annual reports; HKEX's and Shanghai's lists of securities
KYG875721634, wechat
KYG875721634, weixin
KYG875721634, 微信
KYG017191142, taobao
KYG017191142, tmall
KYG017191142, baba
KYG017191142, 淘宝
HK0000069689, american international assurance
CNE1000002H1, ccb
CNE1000002H1, 建行
CNE1000002H1, 中国建设银行
CNE1000003G1, icbc
CNE1000003G1, 工行
CNE1000003G1, 中国工商银行
CNE1000001Z5, boc
CNE1000001Z5, 中行
HK0388045442, hong kong stock exchange
HK0388045442, hong kong exchange
HK0388045442, 港交所
HK0388045442, 香港联合交易所
HK0941009539, 中移动
HK0883013259, china national offshore oil
HK0883013259, 中海油
CNE1000003X6, pingan
CNE1000003X6, ping an of china
CNE1000003X6, 平安保险
CNE000001R84, pingan
CNE000001R84, ping an of china
CNE000001R84, 平安保险
KYG596691041, meituan dianping
KYG596691041, dianping
KYG596691041, 美团点评
KYG596691041, 大众点评
KYG9830T1067, redmi
CNE100000296, byd auto
CNE100000296, build your dreams
CNE100000296, 比亚迪汽车
KYG217651051, cheung kong
KYG217651051, hutchison whampoa
KYG217651051, ckh
KYG217651051, 长江和记
HK0016000132, shkp
HK0016000132, shk properties
HK0016000132, 新地
HK0002007356, china light and power
HK0066009694, mass transit railway
HK0066009694, 地铁公司
KYG8208B1014, jd
KYG8208B1014, jd.com
KYG8208B1014, jingdong
KYG8208B1014, 京东
CNE0000018R8, moutai
CNE0000018R8, maotai
CNE000001B33, cmb
CNE000001B33, 招行

# Taiwan, Korea, Singapore. Sources: annual reports; the exchanges' lists of issues
TW0002330008, tsmc
TW0002330008, 台積電
TW0002317005, foxconn
TW0002317005, honhai
TW0002317005, 富士康
KR7005930003, 三星电子
KR7005930003, 三星
KR7005930003, サムスン電子
KR7000660001, hyundai electronics
KR7000660001, 海力士
KR7005380001, 현대차
KR7005380001, 现代汽车
KR7000270009, kia motors
KR7000270009, kia
KR7000270009, 기아차
SG1L01001701, development bank of singapore
SG1L01001701, posb
SG1L01001701, 星展
SG1T75931496, singtel
SG1T75931496, 新电信

# India. Sources: annual reports; NSE's list of securities
INE002A01018, ril
INE002A01018, jio
INE002A01018, reliance jio
INE467B01029, tata consultancy
INE009A01021, infy
INE040A01034, housing development finance
INE030A01027, hul
INE030A01027, hindustan lever
INE154A01025, india tobacco company
INE062A01020, sbi
INE018A01030, l&t
INE238A01034, uti bank
INE585B01010, maruti udyog
INE585B01010, suzuki india
INE280A01028, tanishq
INE733E01010, national thermal power corporation

# Australia. Sources: annual reports; the ASX's list of companies
AU000000BHP4, broken hill proprietary
AU000000BHP4, bhp billiton
AU000000BHP4, the big australian
AU000000BHP4, 必和必拓
AU000000CBA7, commbank
AU000000CSL8, commonwealth serum laboratories
AU000000WBC1, bank of new south wales
AU000000ANZ3, australia and new zealand banking group
AU000000ANZ3, anz bank
ANZ:AU, australia and new zealand banking group
ANZ:AU, anz bank
AU000000WES1, bunnings
AU000000WES1, officeworks
AU000000WOW2, woolies
AU000000TLS2, telecom australia
AU000000FMG4, fortescue metals
AU000000MQG1, macquarie bank
AU000000MQG1, macbank
AU0000224040, woodside petroleum

# Canada. Sources: annual reports; TMX's list of issuers
CA7800871021, rbc
CA8911605092, td bank
CA1363751027, cn rail
CA0641491075, scotiabank
CA8672241079, petro canada
CA1363851017, cnrl
CA05534B7604, bell canada
CA05534B7604, bell
CA56501R1064, john hancock
CA76131D1033, burger king
CA76131D1033, tim hortons
CA76131D1033, popeyes
CA67077M1086, potash corp
CA67077M1086, agrium

# Latin America, the Gulf. Sources: annual reports; B3's and Saudi Exchange's lists of issuers
BRPETRACNPR6, petroleo brasileiro
BRVALEACNOR0, companhia vale do rio doce
BRVALEACNOR0, cvrd
BRVALEACNOR0, vale do rio doce
BRITUBACNPR1, banco itau
ITUB4:BR, banco itau
BRBBDCACNPR8, banco bradesco
BRABEVACNOR1, brahma
BRABEVACNOR1, antarctica
BRABEVACNOR1, companhia de bebidas das americas
BRB3SAACNOR6, bm&f bovespa
SA14TG012N13, saudi aramco
SA14TG012N13, aramco
SA14TG012N13, saudi oil

# Indexes. Sources: the index providers' factsheets (S&P Dow Jones, Nasdaq, FTSE Russell, Cboe, STOXX, Euronext, Nikkei, Hang Seng Indexes, NSE, ASX, KRX, B3, Borsa İstanbul)
US78378X1072, s&p
US78378X1072, sp500
US78378X1072, snp
US78378X1072, snp 500
US78378X1072, standard and poors
US78378X1072, standard & poor's 500
US78378X1072, us 500
US78378X1072, gspc
US78378X1072, 标普500
US78378X1072, 标普
SPX, s&p
SPX, sp500
SPX, snp
SPX, snp 500
SPX, standard and poors
SPX, standard & poor's 500
SPX, us 500
SPX, gspc
SPX, 标普500
SPX, 标普
US6311011026, nasdaq 100
US6311011026, nas100
US6311011026, us 100
US6311011026, us tech 100
US6311011026, 纳斯达克100
NDX, nasdaq 100
NDX, nas100
NDX, us 100
NDX, us tech 100
NDX, 纳斯达克100
US2605661048, dow
US2605661048, dow jones
US2605661048, djia
US2605661048, dow 30
US2605661048, dow jones 30
US2605661048, dow industrials
US2605661048, us 30
US2605661048, 道琼斯
US2605661048, 道指
DJI, dow
DJI, dow jones
DJI, djia
DJI, dow 30
DJI, dow jones 30
DJI, dow industrials
DJI, us 30
DJI, 道琼斯
DJI, 道指
US7827001089, russell 2000
US7827001089, us 2000
US7827001089, russell
RUT, russell 2000
RUT, us 2000
RUT, russell
US12497K1007, fear index
US12497K1007, fear gauge
US12497K1007, volatility index
US12497K1007, 恐慌指数
VIX, fear index
VIX, fear gauge
VIX, volatility index
VIX, 恐慌指数
COMP, ixic
COMP, nasdaq composite
COMP, 纳斯达克
COMP, 纳指
SOX, philadelphia semiconductor
SOX, phlx semiconductor
SOX, 费城半导体
DE0008469008, dax
DE0008469008, dax 40
DE0008469008, dax 30
DE0008469008, ger40
DE0008469008, de40
DE0008469008, germany 40
DE0008469008, deutscher aktienindex
DE0008467416, mdax
DE0008467416, mid cap dax
EU0009658145, eurostoxx
EU0009658145, estoxx
EU0009658145, stoxx 50
EU0009658145, eurostoxx 50
EU0009658145, eu50
EU0009658145, europe 50
FR0003500008, cac
FR0003500008, cac 40
FR0003500008, fra40
FR0003500008, france 40
FR0003500008, px1
GB0001383545, ftse
GB0001383545, footsie
GB0001383545, ftse 100
GB0001383545, uk 100
GB0001383545, 富时100
CH0009980894, smi
CH0009980894, swiss market
CH0009980894, switzerland 20
CH0009980894, sui20
XU100:TR, bist 100
XU100:TR, bist
XU100:TR, borsa istanbul
XU100:TR, imkb 100
XU100:TR, imkb
XU100:TR, xu100
XU100, bist 100
XU100, bist
XU100, borsa istanbul
XU100, imkb 100
XU100, imkb
XU100, xu100
JP9010C00002, nikkei
JP9010C00002, n225
JP9010C00002, nky
JP9010C00002, jp225
JP9010C00002, japan 225
JP9010C00002, 日経平均
JP9010C00002, 日経225
JP9010C00002, 日经
TOPIX:JP, topix
TOPIX:JP, tokyo stock price
TOPIX:JP, 東証株価指数
TOPIX, topix
TOPIX, tokyo stock price
TOPIX, 東証株価指数
HSI:HK, hang seng
HSI:HK, hs50
HSI:HK, hk50
HSI:HK, hong kong 50
HSI:HK, 恒生
HSI:HK, 恒生指数
HSI:HK, 恒指
HSI, hang seng
HSI, hs50
HSI, hk50
HSI, hong kong 50
HSI, 恒生
HSI, 恒生指数
HSI, 恒指
NIFTY:IN, nifty
NIFTY:IN, nifty fifty
NIFTY:IN, nse 50
NIFTY:IN, cnx nifty
NIFTY:IN, s&p cnx nifty
NIFTY, nifty
NIFTY, nifty fifty
NIFTY, nse 50
NIFTY, cnx nifty
NIFTY, s&p cnx nifty
XJO:AU, asx 200
XJO:AU, aus200
XJO:AU, australia 200
XJO, asx 200
XJO, aus200
XJO, australia 200
KOSPI:KR, kospi
KOSPI:KR, korea composite
KOSPI:KR, 코스피
KOSPI, kospi
KOSPI, korea composite
KOSPI, 코스피
IBOV:BR, bovespa
IBOV:BR, ibovespa
IBOV:BR, indice bovespa
IBOV, bovespa
IBOV, ibovespa
IBOV, indice bovespa

# Exchange-traded funds and funds. Sources: the issuers' fund pages
US78462F1030, spiders
US78462F1030, spyders
US78462F1030, s&p etf
US78462F1030, s&p 500 etf
SPY, spiders
SPY, spyders
SPY, s&p etf
SPY, s&p 500 etf
US46090E1038, cubes
US46090E1038, triple q
US46090E1038, qqqq
US46090E1038, nasdaq etf
US46090E1038, powershares qqq
US46090E1038, nasdaq 100 etf
QQQ, cubes
QQQ, triple q
QQQ, qqqq
QQQ, nasdaq etf
QQQ, powershares qqq
QQQ, nasdaq 100 etf
US4642876555, russell etf
US4642876555, russell 2000 etf
IWM, russell etf
IWM, russell 2000 etf
US78467X1090, diamonds
US78467X1090, dow etf
US78467X1090, dow diamonds
DIA, diamonds
DIA, dow etf
DIA, dow diamonds
US78463V1070, spdr gold
US78463V1070, gold etf
US78463V1070, streettracks gold
GLD, spdr gold
GLD, gold etf
GLD, streettracks gold
US46428Q1094, silver etf
SLV, silver etf
US4642874329, treasury etf
US4642874329, long treasury etf
TLT, treasury etf
TLT, long treasury etf
US91232N2071, oil etf
US91232N2071, us oil fund
USO, oil etf
USO, us oil fund
US9229085538, reit etf
VNQ, reit etf
US00214Q1040, cathie wood
US00214Q1040, ark invest
ARKK, cathie wood
ARKK, ark invest
US81369Y6059, financials etf
XLF, financials etf
XLE, energy etf
XLK, tech etf
XLK, technology etf
US92189F6768, semiconductor etf
US92189F6768, semis etf
SMH, semiconductor etf
SMH, semis etf
US4642872349, emerging markets etf
EEM, emerging markets etf
US4642885135, high yield etf
US4642885135, junk bond etf
HYG, high yield etf
HYG, junk bond etf
US3160711095, contra fund
FCNTX, contra fund

# Currencies. Sources: Bank for International Settlements, Triennial Survey; dealers' handbooks
EUR/USD, fiber
EUR/USD, fibre
GBP/USD, cable
USD/JPY, dollar yen
USD/JPY, ninja
USD/JPY, ドル円
EUR/JPY, yuppy
EUR/JPY, euro yen
GBP/JPY, guppy
GBP/JPY, geppy
GBP/JPY, pound yen
USD/CHF, swissie
USD/CHF, swissy
USD/CHF, dollar swiss
AUD/USD, aussie
AUD/USD, aussie dollar
USD/CAD, loonie
USD/CAD, loony
USD/CAD, dollar cad
NZD/USD, kiwi
EUR/GBP, chunnel
EUR/GBP, euro sterling
EUR/GBP, euro pound
EUR/CHF, euro swissie
EUR/CHF, euro swiss
USD/CNH, rmb
USD/CNH, offshore yuan
USD/CNH, 人民币
USD/TRY, dolar
USD/TRY, dolar tl
USD/TRY, dolar kuru
USD/TRY, usdtl
EUR/TRY, euro tl
EUR/TRY, avro
XAU/USD, xau
XAU/USD, bullion
XAU/USD, ons altın
XAU/USD, altın ons
BTC/USD, xbt
BTC/USD, 比特币
BTC/USD, ビットコイン
BTC/USD, 비트코인
BTC/EUR, xbt
BTC/EUR, 比特币
BTC/EUR, ビットコイン
BTC/EUR, 비트코인
ETH/USD, ethereum
ETH/USD, 以太坊
ETH/USD, イーサリアム
ETH/USD, 이더리움
ETH/EUR, ethereum
ETH/EUR, 以太坊
ETH/EUR, イーサリアム
ETH/EUR, 이더리움
XRP/USD, ripple
XRP/USD, 瑞波
XRP/EUR, ripple
XRP/EUR, 瑞波
DOGE/USD, doge
DOGE/USD, 狗狗币
DOGE/EUR, doge
DOGE/EUR, 狗狗币
LTC/USD, 莱特币
LTC/EUR, 莱特币

# Futures. Sources: contract specifications of CME Group, Cboe, Eurex, ICE and Japan Exchange Group
/ES, emini
/ES, mini s&p
/ES, spoos
/ES, sp futures
/NQ, mini nasdaq
/YM, mini dow
/YM, dow jones futures
/MES, micro es
/MES, micro s&p
/6B, sterling futures
/CL, wti
/CL, crude
/CL, west texas intermediate
/CL, light sweet crude
/CL, us oil
/CL, 原油
/BRN, brent
/BRN, brent oil
/BRN, north sea crude
/BRN, uk oil
/NG, natgas
/NG, 天然气
/GC, comex gold
/SI, comex silver
/ZN, t-note
/ZN, ten year
/ZN, ten-year note
/ZB, t-bond
/ZB, long bond
/ZB, 30 year bond
/ZC, maize
/ZS, soybeans
/ZS, soya
/ZS, beans
/VX, vix futures
/VX, volatility futures
/FESX, eurostoxx futures
/FESX, stoxx futures
/FGBL, bund
/FGBL, bund future
/FGBL, german bund
/FGBL, euro bund
/Z, footsie futures
"""#
}

extension AliasTable {
    /// The aliases that come with the package: what well-known instruments are called, in public, beside their names.
    ///
    /// A catalog that `CatalogBuilder` writes has them, unless it is given others.
    public static let bundled: AliasTable = {
        do throws(AliasTableError) {
            return try AliasTable(parsing: String(describing: bundledText))
        } catch {
            preconditionFailure("the bundled aliases can't be read: \(error)")
        }
    }()
}
