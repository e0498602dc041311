// swift-format-ignore-file
/// The table of places that comes with the product. Edit the text here: its first lines say its form.
///
/// The facts are public; each line names the page that its code is from. A site's codes change now and then: a user's file
/// (``SymbolPlaces/init(parsing:extending:)``) adds lines or comes before these.
enum BundledPlaces {
    /// A static string, so that no start of a process pays for it.
    static let text: StaticString = #"""
# How others write where an instrument is listed, and what they call indexes, products and currencies: public facts, one a line.
# Words are separated by spaces; - is none. Case doesn't matter. A line that begins with # is a comment.
#
# source  NAME URL                          a public page, by the name that lines give at their end
# market  MIC COUNTRY SOURCE TITLE          a market of ISO 10383; of a country the main one is first
# country SOURCE CODE…                      countries of ISO 3166-1, also before ISINs and after the colon of this format
# place   SCHEME CODE MICS SOURCE           SCHEME is terminal, ric, yahoo-like or chart; MICS are separated by commas, the main
#                                           one first; a country's two letters are all its markets; CODE is - where nothing is written
# feed    KIND CODE SOURCE                  a chart service's code that is no market; KIND is currencies, crypto or indexes
# index   COUNTRY TICKERS TERMINAL RIC YAHOO-LIKE CHART SOURCE TITLE      TICKERS: the field's own, the most usual first
# product ROOT MIC TERMINAL RIC YAHOO-LIKE CHART NAMES SOURCE TITLE       ROOT: the exchange's own; TERMINAL has its sector after
#                                           a colon; NAMES are what people say for it before a month
# currency SOURCE CODE…                     ISO 4217
# base    SOURCE CODE…                      currencies and metals whose price is said in US dollars; of others the dollar's price is
# crypto  CODES SOURCE TITLE                an asset's codes, the most usual first
# quote   CODE CURRENCY SOURCE              a token whose price follows a currency
#
# Of lines with the same scheme and code each is a reading, in their order. Writing takes the first line that has the market.

source iso10383 https://www.iso20022.org/market-identifier-codes
source iso3166 https://www.iso.org/iso-3166-country-codes.html
source iso4217 https://www.six-group.com/en/products-services/financial-information/data-standards.html
source isin https://www.anna-web.org/standards/isin-iso-6166/
source figi https://api.openfigi.com/v3/mapping/values/exchCode
source bloomberg https://cybercemetery.unt.edu/archive/nprec/20090820160326/http://www.bloomberg.com/apps/data?pid=exchangelist
source ric https://en.wikipedia.org/wiki/Refinitiv_Identification_Code
source yahoo https://help.yahoo.com/kb/SLN2310.html
source tradingview https://www.tradingview.com/data-coverage/
source google https://www.google.com/googlefinance/disclaimer/
source polygon https://polygon.io/docs
source kraken https://support.kraken.com/articles/360001185506-how-to-interpret-asset-codes
source coingecko https://www.coingecko.com/
source wikipedia https://en.wikipedia.org/wiki/List_of_stock_market_indices
source cme https://www.cmegroup.com/markets/products.html
source cfe https://www.cboe.com/tradable_products/
source eurex https://www.eurex.com/ex-en/markets/product-search
source ice https://www.ice.com/products
source jpx https://www.jpx.co.jp/english/derivatives/products/
source euronext https://live.euronext.com/en/products/commodities
source hkex https://www.hkex.com.hk/Products/Listed-Derivatives
source sgx https://www.sgx.com/derivatives/products
source asx https://www.asx.com.au/markets/trade-our-derivatives-market

# Markets.
market XNAS US iso10383 Nasdaq
market XNYS US iso10383 New York Stock Exchange
market ARCX US iso10383 NYSE Arca
market XASE US iso10383 NYSE American
market BATS US iso10383 Cboe BZX
market OTCM US iso10383 OTC Markets
market IEXG US iso10383 Investors Exchange
market XCHI US iso10383 NYSE Texas
market XBOS US iso10383 Nasdaq Texas
market XPHL US iso10383 Nasdaq PHLX
market EDGX US iso10383 Cboe EDGX
market XCBO US iso10383 Cboe Options
market XISX US iso10383 Nasdaq ISE
market OPRA US iso10383 Options Price Reporting Authority
market XCME US iso10383 CME
market XCBT US iso10383 Chicago Board of Trade
market XNYM US iso10383 New York Mercantile Exchange
market XCEC US iso10383 Commodity Exchange (COMEX)
market XCBF US iso10383 Cboe Futures Exchange
market IFUS US iso10383 ICE Futures U.S.
market XMGE US iso10383 MIAX Futures
market XTSE CA iso10383 Toronto Stock Exchange
market XTSX CA iso10383 TSX Venture Exchange
market XCNQ CA iso10383 Canadian Securities Exchange
market NEOE CA iso10383 Cboe Canada
market XMOD CA iso10383 Montréal Exchange
market XMEX MX iso10383 Bolsa Mexicana de Valores
market BIVA MX iso10383 Bolsa Institucional de Valores
market XEMD MX iso10383 MexDer
market BVMF BR iso10383 B3
market XBUE AR iso10383 Bolsas y Mercados Argentinos
market XSGO CL iso10383 Bolsa de Santiago
market XBOG CO iso10383 Bolsa de Valores de Colombia
market XLIM PE iso10383 Bolsa de Valores de Lima
market BVCA VE iso10383 Caracas Stock Exchange
market XJAM JM iso10383 Jamaica Stock Exchange
market XLON GB iso10383 London Stock Exchange
market AIMX GB iso10383 AIM
market AQSE GB iso10383 Aquis Stock Exchange
market IFEU GB iso10383 ICE Futures Europe
market XLME GB iso10383 London Metal Exchange
market XDUB IE iso10383 Euronext Dublin
market XMSM IE iso10383 Euronext Dublin all market
market XPAR FR iso10383 Euronext Paris
market ALXP FR iso10383 Euronext Growth Paris
market XMON FR iso10383 Euronext Paris derivatives
market XMAT FR iso10383 Euronext Paris MATIF
market XAMS NL iso10383 Euronext Amsterdam
market XEUE NL iso10383 Euronext Amsterdam derivatives
market NDEX NL iso10383 ICE Endex
market XBRU BE iso10383 Euronext Brussels
market XLIS PT iso10383 Euronext Lisbon
market MTAA IT iso10383 Euronext Milan
market XMIL IT iso10383 Borsa Italiana
market EXGM IT iso10383 Euronext Growth Milan
market XOSL NO iso10383 Oslo Børs
market XETR DE iso10383 Xetra
market XFRA DE iso10383 Börse Frankfurt
market XEUR DE iso10383 Eurex
market XSTU DE iso10383 Börse Stuttgart
market XBER DE iso10383 Börse Berlin
market XDUS DE iso10383 Börse Düsseldorf
market XHAM DE iso10383 Börse Hamburg
market XHAN DE iso10383 Börse Hannover
market XMUN DE iso10383 Börse München
market XGAT DE iso10383 Tradegate
market XWBO AT iso10383 Wiener Börse
market XVIE AT iso10383 Wiener Börse securities
market XSWX CH iso10383 SIX Swiss Exchange
market XBRN CH iso10383 BX Swiss
market XMAD ES iso10383 Bolsa de Madrid
market BMEX ES iso10383 Bolsas y Mercados Españoles
market XBAR ES iso10383 Bolsa de Barcelona
market XBIL ES iso10383 Bolsa de Bilbao
market XVAL ES iso10383 Bolsa de Valencia
market XMRV ES iso10383 MEFF
market XLUX LU iso10383 Luxembourg Stock Exchange
market XSTO SE iso10383 Nasdaq Stockholm
market FNSE SE iso10383 First North Sweden
market XNGM SE iso10383 Nordic Growth Market
market XSAT SE iso10383 Spotlight Stock Market
market XCSE DK iso10383 Nasdaq Copenhagen
market XHEL FI iso10383 Nasdaq Helsinki
market XICE IS iso10383 Nasdaq Iceland
market XTAL EE iso10383 Nasdaq Tallinn
market XRIS LV iso10383 Nasdaq Riga
market XLIT LT iso10383 Nasdaq Vilnius
market XWAR PL iso10383 Warsaw Stock Exchange
market XNCO PL iso10383 NewConnect
market XPRA CZ iso10383 Prague Stock Exchange
market XBUD HU iso10383 Budapest Stock Exchange
market XBSE RO iso10383 Bucharest Stock Exchange
market XBUL BG iso10383 Bulgarian Stock Exchange
market XLJU SI iso10383 Ljubljana Stock Exchange
market XZAG HR iso10383 Zagreb Stock Exchange
market XBEL RS iso10383 Belgrade Stock Exchange
market XBRA SK iso10383 Bratislava Stock Exchange
market ASEX GR iso10383 Athens Stock Exchange
market XATH GR iso10383 Athens Exchange cash market
market XCYS CY iso10383 Cyprus Stock Exchange
market XMAL MT iso10383 Malta Stock Exchange
market XIST TR iso10383 Borsa İstanbul
market MISX RU iso10383 Moscow Exchange
market PFTS UA iso10383 PFTS Stock Exchange
market XKAZ KZ iso10383 Kazakhstan Stock Exchange
market AIXK KZ iso10383 Astana International Exchange
market XTAE IL iso10383 Tel Aviv Stock Exchange
market XSAU SA iso10383 Saudi Exchange
market XDFM AE iso10383 Dubai Financial Market
market XADS AE iso10383 Abu Dhabi Securities Exchange
market DIFX AE iso10383 Nasdaq Dubai
market DSMD QA iso10383 Qatar Stock Exchange
market XKUW KW iso10383 Boursa Kuwait
market XBAH BH iso10383 Bahrain Bourse
market XMUS OM iso10383 Muscat Stock Exchange
market XAMM JO iso10383 Amman Stock Exchange
market XBEY LB iso10383 Beirut Stock Exchange
market XCAI EG iso10383 Egyptian Exchange
market XJSE ZA iso10383 Johannesburg Stock Exchange
market XNSA NG iso10383 Nigerian Exchange
market XNAI KE iso10383 Nairobi Securities Exchange
market XCAS MA iso10383 Casablanca Stock Exchange
market XTUN TN iso10383 Bourse de Tunis
market XGHA GH iso10383 Ghana Stock Exchange
market XMAU MU iso10383 Stock Exchange of Mauritius
market XBOT BW iso10383 Botswana Stock Exchange
market XTKS JP iso10383 Tokyo Stock Exchange
market XOSE JP iso10383 Osaka Exchange
market XNGO JP iso10383 Nagoya Stock Exchange
market XFKA JP iso10383 Fukuoka Stock Exchange
market XSAP JP iso10383 Sapporo Securities Exchange
market XJPX JP iso10383 Japan Exchange Group
market XSHG CN iso10383 Shanghai Stock Exchange
market XSHE CN iso10383 Shenzhen Stock Exchange
market BJSE CN iso10383 Beijing Stock Exchange
market XSGE CN iso10383 Shanghai Futures Exchange
market XINE CN iso10383 Shanghai International Energy Exchange
market XDCE CN iso10383 Dalian Commodity Exchange
market XZCE CN iso10383 Zhengzhou Commodity Exchange
market CCFX CN iso10383 China Financial Futures Exchange
market XHKG HK iso10383 Hong Kong Exchanges
market XHKF HK iso10383 Hong Kong Futures Exchange
market XTAI TW iso10383 Taiwan Stock Exchange
market ROCO TW iso10383 Taipei Exchange
market XTAF TW iso10383 Taiwan Futures Exchange
market XKRX KR iso10383 Korea Exchange
market XKOS KR iso10383 KOSDAQ
market XKFE KR iso10383 Korea Exchange futures
market XNSE IN iso10383 National Stock Exchange of India
market XBOM IN iso10383 BSE
market XIMC IN iso10383 Multi Commodity Exchange of India
market XKAR PK iso10383 Pakistan Stock Exchange
market XDHA BD iso10383 Dhaka Stock Exchange
market XCOL LK iso10383 Colombo Stock Exchange
market XSES SG iso10383 Singapore Exchange
market XSIM SG iso10383 Singapore Exchange derivatives
market XKLS MY iso10383 Bursa Malaysia
market XBKK TH iso10383 Stock Exchange of Thailand
market XIDX ID iso10383 Indonesia Stock Exchange
market XPHS PH iso10383 Philippine Stock Exchange
market XSTC VN iso10383 Ho Chi Minh Stock Exchange
market HSTC VN iso10383 Hanoi Stock Exchange
market XHNX VN iso10383 Hanoi Stock Exchange UPCoM
market XASX AU iso10383 Australian Securities Exchange
market XSFE AU iso10383 ASX 24
market CXAC AU iso10383 Cboe Australia
market XNZE NZ iso10383 New Zealand Exchange

# Countries.
country iso3166 AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
country iso3166 BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
country iso3166 ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
country iso3166 HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
country iso3166 LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
country iso3166 NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
country iso3166 SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
country iso3166 UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
country isin EU XS XA XB XC XD XF QS

# What terminals write after the ticker: the code of a country's composite, then those of its exchanges.
place terminal US US figi
place terminal UW XNAS figi
place terminal UQ XNAS figi
place terminal UR XNAS figi
place terminal UN XNYS figi
place terminal UP ARCX figi
place terminal UA XASE figi
place terminal UF BATS figi
place terminal UV OTCM figi
place terminal PQ OTCM figi
place terminal UM XCHI figi
place terminal UB XBOS figi
place terminal UX XPHL figi
place terminal VF IEXG figi
place terminal CN CA figi
place terminal CT XTSE figi
place terminal CV XTSX figi
place terminal CF XCNQ figi
place terminal QH NEOE figi
place terminal MM XMEX figi
place terminal BZ BVMF figi
place terminal BS BVMF figi
place terminal AR XBUE figi
place terminal AF XBUE figi
place terminal CI XSGO figi
place terminal CC XSGO figi
place terminal CB XBOG figi
place terminal CX XBOG figi
place terminal PE XLIM figi
place terminal VS BVCA figi
place terminal LN XLON,AIMX figi
place terminal LI XLON figi
place terminal PZ AQSE figi
place terminal ID XDUB,XMSM figi
place terminal GY XETR figi
place terminal GR DE figi
place terminal GF XFRA figi
place terminal GT XETR figi
place terminal GS XSTU figi
place terminal GB XBER figi
place terminal GD XDUS figi
place terminal GH XHAM figi
place terminal GI XHAN figi
place terminal GM XMUN figi
place terminal TH XGAT figi
place terminal FP XPAR,ALXP figi
place terminal NA XAMS figi
place terminal BB XBRU figi
place terminal PL XLIS figi
place terminal IM MTAA,XMIL,EXGM figi
place terminal NO XOSL figi
place terminal SW CH figi
place terminal SE XSWX figi
place terminal VX XSWX figi
place terminal BW XBRN figi
place terminal SM ES figi
place terminal SQ XMAD figi
place terminal SB XBAR figi
place terminal AV XWBO,XVIE figi
place terminal LX XLUX figi
place terminal SS XSTO,FNSE figi
place terminal DC XCSE figi
place terminal FH XHEL figi
place terminal IR XICE figi
place terminal ET XTAL figi
place terminal LR XRIS figi
place terminal LH XLIT figi
place terminal PW XWAR,XNCO figi
place terminal CP XPRA figi
place terminal CK XPRA figi
place terminal HB XBUD figi
place terminal RO XBSE figi
place terminal RE XBSE figi
place terminal BU XBUL figi
place terminal SV XLJU figi
place terminal CZ XZAG figi
place terminal SG XBEL figi
place terminal SK XBRA figi
place terminal GA XATH,ASEX figi
place terminal CY XCYS figi
place terminal MV XMAL figi
place terminal TI XIST figi
place terminal RM MISX figi
place terminal RX MISX figi
place terminal UZ PFTS figi
place terminal KZ XKAZ figi
place terminal IT XTAE figi
place terminal TA XTAE figi
place terminal AB XSAU figi
place terminal UH AE figi
place terminal DH XADS figi
place terminal DU XDFM figi
place terminal DB XDFM figi
place terminal QD DSMD figi
place terminal KK XKUW figi
place terminal BI XBAH figi
place terminal OM XMUS figi
place terminal JR XAMM figi
place terminal LB XBEY figi
place terminal EY XCAI figi
place terminal EC XCAI figi
place terminal SJ XJSE figi
place terminal NL XNSA figi
place terminal KN XNAI figi
place terminal MC XCAS figi
place terminal TU XTUN figi
place terminal GN XGHA figi
place terminal MP XMAU figi
place terminal BG XBOT figi
place terminal JP JP figi
place terminal JT XTKS figi
place terminal JN XNGO figi
place terminal JF XFKA figi
place terminal JS XSAP figi
place terminal HK XHKG figi
place terminal CH CN figi
place terminal CG XSHG figi
place terminal CS XSHE figi
place terminal C1 XSHG figi
place terminal C2 XSHE figi
place terminal TT TW figi
place terminal KS KR figi
place terminal KP XKRX figi
place terminal KQ XKOS figi
place terminal IN IN figi
place terminal IS XNSE figi
place terminal IB XBOM figi
place terminal IX IN figi
place terminal PA XKAR figi
place terminal PK XKAR figi
place terminal BD XDHA figi
place terminal SL XCOL figi
place terminal SP XSES figi
place terminal MK XKLS figi
place terminal TB XBKK figi
place terminal IJ XIDX figi
place terminal PM XPHS figi
place terminal VN VN figi
place terminal VM XSTC figi
place terminal VH HSTC figi
place terminal VU XHNX figi
place terminal AU AU figi
place terminal AT XASX figi
place terminal NZ XNZE figi

# RICs: after the point.
place ric O XNAS ric
place ric OQ XNAS ric
place ric N XNYS ric
place ric A XASE ric
place ric P ARCX ric
place ric Z BATS ric
place ric K XNYS ric
place ric PK OTCM ric
place ric OB OTCM ric
place ric U OPRA ric
place ric TO XTSE ric
place ric V XTSX ric
place ric CD XCNQ ric
place ric NLB NEOE ric
place ric MX XMEX ric
place ric SA BVMF ric
place ric BA XBUE ric
place ric SN XSGO ric
place ric CN XBOG ric
place ric LM XLIM ric
place ric CR BVCA ric
place ric L XLON,AIMX ric
place ric I XDUB,XMSM ric
place ric DE XETR ric
place ric F XFRA ric
place ric SG XSTU ric
place ric BE XBER ric
place ric D XDUS ric
place ric H XHAM ric
place ric HA XHAN ric
place ric MU XMUN ric
place ric TG XGAT ric
place ric PA XPAR,ALXP ric
place ric AS XAMS ric
place ric BR XBRU ric
place ric LS XLIS ric
place ric MI MTAA,XMIL,EXGM ric
place ric OL XOSL ric
place ric S XSWX ric
place ric VX XSWX ric
place ric BN XBRN ric
place ric MC XMAD,BMEX ric
place ric VI XWBO,XVIE ric
place ric LU XLUX ric
place ric ST XSTO,FNSE ric
place ric NGM XNGM ric
place ric CO XCSE ric
place ric HE XHEL ric
place ric IC XICE ric
place ric TL XTAL ric
place ric RI XRIS ric
place ric VL XLIT ric
place ric WA XWAR,XNCO ric
place ric PR XPRA ric
place ric BU XBUD ric
place ric BX XBSE ric
place ric BB XBUL ric
place ric LJ XLJU ric
place ric ZA XZAG ric
place ric BEL XBEL ric
place ric AT XATH,ASEX ric
place ric CY XCYS ric
place ric MT XMAL ric
place ric IS XIST ric
place ric MM MISX ric
place ric KZ XKAZ ric
place ric TA XTAE ric
place ric SE XSAU ric
place ric DU XDFM ric
place ric AD XADS ric
place ric DI DIFX ric
place ric QA DSMD ric
place ric KW XKUW ric
place ric BH XBAH ric
place ric OM XMUS ric
place ric AM XAMM ric
place ric BY XBEY ric
place ric CA XCAI ric
place ric J XJSE ric
place ric LG XNSA ric
place ric NR XNAI ric
place ric CS XCAS ric
place ric TN XTUN ric
place ric GH XGHA ric
place ric MZ XMAU ric
place ric BT XBOT ric
place ric T XTKS ric
place ric OS XOSE ric
place ric NG XNGO ric
place ric FU XFKA ric
place ric SP XSAP ric
place ric HK XHKG ric
place ric SS XSHG ric
place ric SH XSHG ric
place ric SZ XSHE ric
place ric ZK XSHE ric
place ric BJ BJSE ric
place ric TW XTAI ric
place ric TWO ROCO ric
place ric KS XKRX ric
place ric KQ XKOS ric
place ric NS XNSE ric
place ric BO XBOM ric
place ric PSX XKAR ric
place ric DH XDHA ric
place ric CM XCOL ric
place ric SI XSES ric
place ric KL XKLS ric
place ric BK XBKK ric
place ric JK XIDX ric
place ric PS XPHS ric
place ric HM XSTC ric
place ric HN HSTC ric
place ric AX XASX ric
place ric CHA CXAC ric
place ric NZ XNZE ric

# Finance sites: after the point; of the United States nothing.
place yahoo-like - US yahoo
place yahoo-like US US yahoo
place yahoo-like PK OTCM yahoo
place yahoo-like OB OTCM yahoo
place yahoo-like CME XCME yahoo
place yahoo-like CBT XCBT yahoo
place yahoo-like NYM XNYM yahoo
place yahoo-like CMX XCEC yahoo
place yahoo-like NYB IFUS yahoo
place yahoo-like TO XTSE yahoo
place yahoo-like V XTSX yahoo
place yahoo-like CN XCNQ yahoo
place yahoo-like NE NEOE yahoo
place yahoo-like MX XMEX yahoo
place yahoo-like SA BVMF yahoo
place yahoo-like BA XBUE yahoo
place yahoo-like SN XSGO yahoo
place yahoo-like CL XBOG yahoo
place yahoo-like CR BVCA yahoo
place yahoo-like LIM XLIM yahoo
place yahoo-like L XLON,AIMX yahoo
place yahoo-like IL XLON yahoo
place yahoo-like AQ AQSE yahoo
place yahoo-like XC GB yahoo
place yahoo-like UK GB yahoo
place yahoo-like IR XDUB,XMSM yahoo
place yahoo-like DE XETR yahoo
place yahoo-like XETRA XETR yahoo
place yahoo-like F XFRA yahoo
place yahoo-like SG XSTU yahoo
place yahoo-like BE XBER yahoo
place yahoo-like DU XDUS yahoo
place yahoo-like HM XHAM yahoo
place yahoo-like HA XHAN yahoo
place yahoo-like MU XMUN yahoo
place yahoo-like PA XPAR,ALXP yahoo
place yahoo-like NX XPAR yahoo
place yahoo-like AS XAMS yahoo
place yahoo-like BR XBRU yahoo
place yahoo-like LS XLIS yahoo
place yahoo-like MI MTAA,XMIL,EXGM yahoo
place yahoo-like TI IT yahoo
place yahoo-like OL XOSL yahoo
place yahoo-like SW XSWX yahoo
place yahoo-like VX XSWX yahoo
place yahoo-like MC XMAD,BMEX yahoo
place yahoo-like VI XWBO,XVIE yahoo
place yahoo-like ST XSTO,FNSE yahoo
place yahoo-like CO XCSE yahoo
place yahoo-like HE XHEL yahoo
place yahoo-like IC XICE yahoo
place yahoo-like TL XTAL yahoo
place yahoo-like RG XRIS yahoo
place yahoo-like VS XLIT yahoo
place yahoo-like WA XWAR,XNCO yahoo
place yahoo-like PR XPRA yahoo
place yahoo-like BD XBUD yahoo
place yahoo-like RO XBSE yahoo
place yahoo-like AT XATH,ASEX yahoo
place yahoo-like IS XIST yahoo
place yahoo-like ME MISX yahoo
place yahoo-like TA XTAE yahoo
place yahoo-like SR XSAU yahoo
place yahoo-like SAU XSAU yahoo
place yahoo-like AE AE yahoo
place yahoo-like AD XADS yahoo
place yahoo-like QA DSMD yahoo
place yahoo-like KW XKUW yahoo
place yahoo-like CA XCAI yahoo
place yahoo-like JO XJSE yahoo
place yahoo-like T XTKS yahoo
place yahoo-like JP JP yahoo
place yahoo-like HK XHKG yahoo
place yahoo-like SS XSHG yahoo
place yahoo-like SZ XSHE yahoo
place yahoo-like TW XTAI yahoo
place yahoo-like TWO ROCO yahoo
place yahoo-like KS XKRX yahoo
place yahoo-like KQ XKOS yahoo
place yahoo-like NS XNSE yahoo
place yahoo-like BO XBOM yahoo
place yahoo-like KA XKAR yahoo
place yahoo-like CM XCOL yahoo
place yahoo-like SI XSES yahoo
place yahoo-like KL XKLS yahoo
place yahoo-like BK XBKK yahoo
place yahoo-like JK XIDX yahoo
place yahoo-like PS XPHS yahoo
place yahoo-like VN XSTC,HSTC yahoo
place yahoo-like AX XASX yahoo
place yahoo-like XA AU yahoo
place yahoo-like NZ XNZE yahoo

# Chart services and sites: before the colon.
place chart NASDAQ XNAS tradingview
place chart NYSE XNYS tradingview
place chart AMEX XASE,ARCX,BATS tradingview
place chart NYSEARCA ARCX google
place chart ARCA ARCX tradingview
place chart NYSEAMERICAN XASE google
place chart NYSEMKT XASE google
place chart BATS BATS google
place chart CBOE BATS,XCBO tradingview
place chart OTC OTCM tradingview
place chart OTCMKTS OTCM google
place chart OPRA OPRA tradingview
place chart TSX XTSE tradingview
place chart TSXV XTSX tradingview
place chart CVE XTSX google
place chart CSE XCNQ tradingview
place chart CNSX XCNQ google
place chart NEO NEOE tradingview
place chart BMV XMEX tradingview
place chart BIVA BIVA tradingview
place chart BMFBOVESPA BVMF tradingview
place chart BVMF BVMF google
place chart B3 BVMF tradingview
place chart BCBA XBUE tradingview
place chart BYMA XBUE tradingview
place chart BCS XSGO tradingview
place chart BVC XBOG tradingview
place chart BVL XLIM tradingview
place chart BVCV BVCA tradingview
place chart LSE XLON,AIMX tradingview
place chart LON XLON,AIMX google
place chart LSIN XLON tradingview
place chart AQUIS AQSE tradingview
place chart EURONEXT XPAR,XAMS,XBRU,XLIS,XDUB,XMSM,ALXP tradingview
place chart EPA XPAR,ALXP google
place chart AMS XAMS google
place chart EBR XBRU google
place chart ELI XLIS google
place chart ISE XDUB,XMSM google
place chart MIL MTAA,XMIL,EXGM tradingview
place chart BIT MTAA,XMIL,EXGM google
place chart OSL XOSL tradingview
place chart XETR XETR tradingview
place chart ETR XETR google
place chart FWB XFRA tradingview
place chart FRA XFRA google
place chart SWB XSTU tradingview
place chart BER XBER tradingview
place chart DUS XDUS tradingview
place chart HAM XHAM tradingview
place chart HAN XHAN tradingview
place chart MUN XMUN tradingview
place chart GETTEX XMUN tradingview
place chart TRADEGATE XGAT tradingview
place chart VIE XWBO,XVIE tradingview
place chart SIX XSWX tradingview
place chart SWX XSWX google
place chart VTX XSWX google
place chart BX XBRN tradingview
place chart BME XMAD,BMEX tradingview
place chart LUXSE XLUX tradingview
place chart OMXSTO XSTO,FNSE tradingview
place chart STO XSTO,FNSE google
place chart NGM XNGM tradingview
place chart OMXCOP XCSE tradingview
place chart CPH XCSE google
place chart OMXHEX XHEL tradingview
place chart HEL XHEL google
place chart OMXICE XICE tradingview
place chart ICE XICE google
place chart OMXTSE XTAL tradingview
place chart TAL XTAL google
place chart OMXRSE XRIS tradingview
place chart RSE XRIS google
place chart OMXVSE XLIT tradingview
place chart VSE XLIT google
place chart GPW XWAR tradingview
place chart WSE XWAR google
place chart NEWCONNECT XNCO tradingview
place chart PSECZ XPRA tradingview
place chart PRG XPRA google
place chart BET XBUD tradingview
place chart BDP XBUD google
place chart BVB XBSE tradingview
place chart BELEX XBEL tradingview
place chart BSSE XBRA tradingview
place chart ATHEX XATH,ASEX tradingview
place chart CSECY XCYS tradingview
place chart BIST XIST tradingview
place chart IST XIST google
place chart MOEX MISX tradingview
place chart RUS MISX tradingview
place chart TASE XTAE tradingview
place chart TLV XTAE google
place chart TADAWUL XSAU tradingview
place chart DFM XDFM tradingview
place chart ADX XADS tradingview
place chart QSE DSMD tradingview
place chart KSE XKUW tradingview
place chart BAHRAIN XBAH tradingview
place chart EGX XCAI tradingview
place chart JSE XJSE tradingview
place chart NSENG XNSA tradingview
place chart NSEKE XNAI tradingview
place chart CSEMA XCAS tradingview
place chart BVMT XTUN tradingview
place chart TSE XTKS tradingview
place chart TSE XTSE google
place chart TYO XTKS google
place chart NAG XNGO tradingview
place chart FSE XFKA tradingview
place chart SAPSE XSAP tradingview
place chart OSE XOSE tradingview
place chart HKEX XHKG,XHKF tradingview
place chart HKG XHKG google
place chart SEHK XHKG google
place chart SSE XSHG tradingview
place chart SHA XSHG google
place chart SZSE XSHE tradingview
place chart SHE XSHE google
place chart SHFE XSGE tradingview
place chart INE XINE tradingview
place chart DCE XDCE tradingview
place chart CZCE XZCE tradingview
place chart CFFEX CCFX tradingview
place chart TWSE XTAI tradingview
place chart TPE XTAI google
place chart TPEX ROCO tradingview
place chart TAIFEX XTAF tradingview
place chart KRX XKRX,XKOS,XKFE tradingview
place chart KOSDAQ XKOS google
place chart NSE XNSE tradingview
place chart BSE XBOM tradingview
place chart BOM XBOM google
place chart MCX XIMC tradingview
place chart PSX XKAR tradingview
place chart DSEBD XDHA tradingview
place chart CSELK XCOL tradingview
place chart SGX XSES,XSIM tradingview
place chart MYX XKLS tradingview
place chart KLSE XKLS google
place chart SET XBKK tradingview
place chart BKK XBKK google
place chart IDX XIDX tradingview
place chart JKT XIDX google
place chart PSE XPHS tradingview
place chart HOSE XSTC tradingview
place chart HNX HSTC tradingview
place chart UPCOM XHNX tradingview
place chart ASX XASX tradingview
place chart ASX24 XSFE tradingview
place chart NZX XNZE tradingview
place chart NZE XNZE google
place chart CME XCME tradingview
place chart CME_MINI XCME tradingview
place chart CBOT XCBT tradingview
place chart CBOT_MINI XCBT tradingview
place chart NYMEX XNYM tradingview
place chart NYMEX_MINI XNYM tradingview
place chart COMEX XCEC tradingview
place chart COMEX_MINI XCEC tradingview
place chart CFE XCBF tradingview
place chart CBOE XCBF tradingview
place chart ICEUS IFUS tradingview
place chart ICEEUR IFEU tradingview
place chart ICEENDEX NDEX tradingview
place chart EUREX XEUR tradingview
place chart LME XLME tradingview
place chart MEFF XMRV tradingview
place chart MX XMOD tradingview
place chart MEXDER XEMD tradingview
place chart MGEX XMGE tradingview

# Chart services' codes that are no market: brokers' currencies, venues of crypto assets, sources of indexes.
feed currencies FX tradingview
feed currencies FX_IDC tradingview
feed currencies IDC tradingview
feed currencies OANDA tradingview
feed currencies FOREXCOM tradingview
feed currencies SAXO tradingview
feed currencies FXCM tradingview
feed currencies ICMARKETS tradingview
feed currencies PEPPERSTONE tradingview
feed currencies CAPITALCOM tradingview
feed currencies EIGHTCAP tradingview
feed currencies EASYMARKETS tradingview
feed currencies CMCMARKETS tradingview
feed currencies VANTAGE tradingview
feed currencies BLACKBULL tradingview
feed currencies ACTIVTRADES tradingview
feed currencies FPMARKETS tradingview
feed currencies THINKMARKETS tradingview
feed currencies SKILLING tradingview
feed currencies SWISSQUOTE tradingview
feed currencies FUSIONMARKETS tradingview
feed currencies FOREX google
feed currencies CURRENCY google
feed currencies CUR bloomberg
feed currencies C polygon
feed crypto BINANCE tradingview
feed crypto BINANCEUS tradingview
feed crypto COINBASE tradingview
feed crypto KRAKEN tradingview
feed crypto BITSTAMP tradingview
feed crypto BITFINEX tradingview
feed crypto GEMINI tradingview
feed crypto BYBIT tradingview
feed crypto OKX tradingview
feed crypto KUCOIN tradingview
feed crypto HTX tradingview
feed crypto HUOBI tradingview
feed crypto GATEIO tradingview
feed crypto GATE tradingview
feed crypto MEXC tradingview
feed crypto BITGET tradingview
feed crypto BITMEX tradingview
feed crypto DERIBIT tradingview
feed crypto CRYPTO tradingview
feed crypto CRYPTOCOM tradingview
feed crypto POLONIEX tradingview
feed crypto BITTREX tradingview
feed crypto PHEMEX tradingview
feed crypto UPBIT tradingview
feed crypto BITHUMB tradingview
feed crypto BITFLYER tradingview
feed crypto LMAX tradingview
feed crypto WHITEBIT tradingview
feed crypto ROBINHOOD tradingview
feed crypto CURRENCY google
feed crypto CC google
feed crypto X polygon
feed indexes TVC tradingview
feed indexes SP tradingview
feed indexes DJ tradingview
feed indexes FTSE tradingview
feed indexes INDEX tradingview
feed indexes RUSSELL tradingview
feed indexes FTSEMYX tradingview
feed indexes STOXX tradingview
feed indexes HSI tradingview
feed indexes NIKKEI tradingview
feed indexes CBOE tradingview
feed indexes NASDAQ tradingview
feed indexes IND bloomberg
feed indexes INDX yahoo
feed indexes I polygon
feed indexes INDEXSP google
feed indexes INDEXDJX google
feed indexes INDEXNASDAQ google
feed indexes INDEXCBOE google
feed indexes INDEXRUSSELL google
feed indexes INDEXNYSEGIS google
feed indexes INDEXFTSE google
feed indexes INDEXDB google
feed indexes INDEXEURO google
feed indexes INDEXSTOXX google
feed indexes INDEXBME google
feed indexes INDEXBIT google
feed indexes INDEXSWX google
feed indexes INDEXVIE google
feed indexes INDEXIST google
feed indexes INDEXNIKKEI google
feed indexes INDEXHANGSENG google
feed indexes INDEXTOPIX google
feed indexes INDEXNSE google
feed indexes INDEXBOM google
feed indexes INDEXASX google
feed indexes INDEXTSI google
feed indexes INDEXBVMF google
feed indexes INDEXKRX google

# Indexes: the field's tickers, then what terminals, RICs, finance sites and chart services have.
index US SPX,INX,SP500 SPX SPX,INX GSPC,SPX SP:SPX wikipedia S&P 500
index US NDX,NDX100 NDX NDX NDX NASDAQ:NDX wikipedia Nasdaq-100
index US DJI,INDU,DJIA INDU DJI DJI DJ:DJI wikipedia Dow Jones Industrial Average
index US RUT RTY RUT RUT TVC:RUT wikipedia Russell 2000
index US VIX VIX VIX VIX CBOE:VIX wikipedia Cboe Volatility Index
index US COMP,IXIC,COMPX CCMP IXIC IXIC NASDAQ:IXIC wikipedia Nasdaq Composite
index US SOX SOX SOX SOX NASDAQ:SOX wikipedia PHLX Semiconductor
index US OEX OEX OEX OEX CBOE:OEX wikipedia S&P 100
index US MID MID MID MID SP:MID wikipedia S&P MidCap 400
index US SML SML SPCY SP600 SP:SML wikipedia S&P SmallCap 600
index US NYA NYA NYA NYA TVC:NYA wikipedia NYSE Composite
index US XAX XAX XAX XAX TVC:XAX wikipedia NYSE American Composite
index US DJT TRAN DJT DJT DJ:DJT wikipedia Dow Jones Transportation Average
index US DJU UTIL DJU DJU DJ:DJU wikipedia Dow Jones Utility Average
index US RUI RIY RUI RUI TVC:RUI wikipedia Russell 1000
index US RUA RAY RUA RUA TVC:RUA wikipedia Russell 3000
index US VXN VXN VXN VXN CBOE:VXN wikipedia Cboe Nasdaq-100 Volatility Index
index US DXY,DX DXY DXY DX-Y.NYB TVC:DXY wikipedia US Dollar Index
index US XSP XSP XSP XSP CBOE:XSP wikipedia Mini-SPX
index US TNX TNX TNX TNX TVC:TNX wikipedia 10-year Treasury yield
index CA TSX,GSPTSE,OSPTX SPTSX GSPTSE GSPTSE TSX:TSX wikipedia S&P/TSX Composite
index CA TX60 SPTSX60 SPTSE TX60.TS TSX:TX60 wikipedia S&P/TSX 60
index MX IPC,ME,MXX MEXBOL MXX MXX BMV:ME wikipedia S&P/BMV IPC
index BR IBOV,BVSP IBOV BVSP BVSP BMFBOVESPA:IBOV wikipedia Ibovespa
index AR IMV,MERV MERVAL MERV MERV BCBA:IMV wikipedia S&P Merval
index CL SPIPSA,IPSA IPSA SPIPSA IPSA BCS:SP_IPSA wikipedia S&P IPSA
index EU SX5E,STOXX50E SX5E STOXX50E STOXX50E STOXX:SX5E wikipedia EURO STOXX 50
index EU SXXP,STOXX SXXP STOXX STOXX STOXX:SXXP wikipedia STOXX Europe 600
index EU N100 N100 N100 N100 EURONEXT:N100 wikipedia Euronext 100
index GB UKX,FTSE,FTSE100 UKX FTSE FTSE FTSE:UKX,TVC:UKX wikipedia FTSE 100
index GB MCX,FTMC MCX FTMC FTMC FTSE:MCX wikipedia FTSE 250
index GB ASX,FTAS ASX FTAS FTAS FTSE:ASX wikipedia FTSE All-Share
index DE DAX,DAX40,GDAXI DAX GDAXI GDAXI XETR:DAX wikipedia DAX
index DE MDAX,MDAXI MDAX MDAXI MDAXI XETR:MDAX wikipedia MDAX
index DE TDXP,TECDAX,TECDAXI TDX TECDAX TECDAX XETR:TDXP wikipedia TecDAX
index DE SDXP,SDAX,SDAXI SDX SDAXI SDAXI XETR:SDXP wikipedia SDAX
index DE VDAX,V1XI V1X V1XI VDAX-NEW.DE EUREX:VDAX wikipedia VDAX-NEW
index FR CAC40,CAC,PX1,FCHI CAC FCHI FCHI EURONEXT:PX1,TVC:CAC40 wikipedia CAC 40
index NL AEX AEX AEX AEX EURONEXT:AEX wikipedia AEX
index BE BEL20,BFX BEL20 BFX BFX EURONEXT:BEL20 wikipedia BEL 20
index PT PSI,PSI20 PSI20 PSI20 PSI20.LS EURONEXT:PSI20 wikipedia PSI
index IE ISEQ ISEQ ISEQ ISEQ EURONEXT:ISEQ wikipedia ISEQ All Share
index IT FTSEMIB,MIB FTSEMIB FTMIB FTSEMIB.MI MIL:FTSEMIB wikipedia FTSE MIB
index ES IBEX,IBEX35,IBC IBEX IBEX IBEX BME:IBC wikipedia IBEX 35
index CH SMI,SSMI SMI SSMI SSMI SIX:SMI wikipedia Swiss Market Index
index AT ATX ATX ATX ATX VIE:ATX wikipedia ATX
index SE OMXS30,OMX OMX OMXS30 OMX OMXSTO:OMXS30 wikipedia OMX Stockholm 30
index DK OMXC25,OMXC20 OMXC25 OMXC25 OMXC25 OMXCOP:OMXC25 wikipedia OMX Copenhagen 25
index FI OMXH25 HEX25 OMXH25 OMXH25 OMXHEX:OMXH25 wikipedia OMX Helsinki 25
index NO OSEBX,OBX OSEBX OSEBX OSEBX.OL OSL:OSEBX wikipedia Oslo Børs Benchmark
index PL WIG20 WIG20 WIG20 WIG20.WA GPW:WIG20 wikipedia WIG20
index CZ PX PX PX PX PSECZ:PX wikipedia PX
index HU BUX BUX BUX BUX BET:BUX wikipedia BUX
index GR GD,ATG ASE ATG GD.AT ATHEX:GD wikipedia Athex Composite
index TR XU100 XU100 XU100 XU100.IS BIST:XU100 wikipedia BIST 100
index TR XU030 XU030 XU030 XU030.IS BIST:XU030 wikipedia BIST 30
index RU IMOEX IMOEX IMOEX IMOEX.ME MOEX:IMOEX wikipedia MOEX Russia
index RU RTSI RTSI$ IRTS RTSI.ME MOEX:RTSI wikipedia RTS
index IL TA35 TA-35 TA35 TA35.TA TASE:TA35 wikipedia TA-35
index SA TASI SASEIDX TASI TASI.SR TADAWUL:TASI wikipedia Tadawul All Share
index ZA J203,ALSI JALSH JALSH J203.JO JSE:J203 wikipedia FTSE/JSE All Share
index EG EGX30 EGX30 EGX30 CASE30 EGX:EGX30 wikipedia EGX 30
index JP NI225,N225,NKY,NIKKEI225 NKY N225 N225 TVC:NI225,INDEX:NKY wikipedia Nikkei 225
index JP TOPIX,TPX TPX TOPX TOPX TSE:TOPIX wikipedia TOPIX
index HK HSI HSI HSI HSI HSI:HSI,TVC:HSI wikipedia Hang Seng
index HK HSCEI HSCEI HSCE HSCE HSI:HSCEI wikipedia Hang Seng China Enterprises
index HK HSTECH HSTECH HSTECH HSTECH.HK HSI:HSTECH wikipedia Hang Seng TECH
index CN 000001,SHCOMP SHCOMP SSEC 000001.SS SSE:000001 wikipedia SSE Composite
index CN 399001,SZCOMP SICOM SZI 399001.SZ SZSE:399001 wikipedia SZSE Component
index CN 000300,CSI300,399300 SHSZ300 CSI300 000300.SS SSE:000300 wikipedia CSI 300
index TW TAIEX,TWII TWSE TWII TWII TWSE:TAIEX wikipedia TAIEX
index KR KOSPI,KS11 KOSPI KS11 KS11 KRX:KOSPI wikipedia KOSPI
index KR KOSPI200,KS200 KOSPI2 KS200 KS200 KRX:KOSPI200 wikipedia KOSPI 200
index KR KOSDAQ,KQ11 KOSDAQ KQ11 KQ11 KRX:KOSDAQ wikipedia KOSDAQ
index IN NIFTY,NIFTY50,NSEI NIFTY NSEI NSEI NSE:NIFTY wikipedia Nifty 50
index IN SENSEX,BSESN SENSEX BSESN BSESN BSE:SENSEX wikipedia BSE SENSEX
index IN BANKNIFTY,NSEBANK NSEBANK NSEBANK NSEBANK NSE:BANKNIFTY wikipedia Nifty Bank
index SG STI FSSTI STI STI TVC:STI wikipedia Straits Times
index MY FBMKLCI,KLSE FBMKLCI KLSE KLSE FTSEMYX:FBMKLCI wikipedia FBM KLCI
index TH SET SET SETI SET.BK SET:SET wikipedia SET
index ID COMPOSITE,JKSE JCI JKSE JKSE IDX:COMPOSITE wikipedia IDX Composite
index PH PSEI PCOMP PSI PSEI.PS PSE:PSEI wikipedia PSEi
index VN VNINDEX VNINDEX VNI VNINDEX.VN HOSE:VNINDEX wikipedia VN-Index
index AU XJO,AS51,AXJO AS51 AXJO AXJO ASX:XJO wikipedia S&P/ASX 200
index AU XAO,AORD AS30 AORD AORD ASX:XAO wikipedia All Ordinaries
index NZ NZ50G NZSE50FG NZ50 NZ50 NZX:NZ50G wikipedia S&P/NZX 50

# Products of futures.
product ES XCME ES:Index ES ES CME_MINI - cme E-mini S&P 500
product MES XCME HWA:Index MES MES CME_MINI - cme Micro E-mini S&P 500
product NQ XCME NQ:Index NQ NQ CME_MINI - cme E-mini Nasdaq-100
product MNQ XCME HWB:Index MNQ MNQ CME_MINI - cme Micro E-mini Nasdaq-100
product RTY XCME RTY:Index RTY RTY CME_MINI - cme E-mini Russell 2000
product M2K XCME - M2K M2K CME_MINI - cme Micro E-mini Russell 2000
product EMD XCME FA:Index EMD EMD CME_MINI - cme E-mini S&P MidCap 400
product NKD XCME NX:Index NKD NKD CME - cme Nikkei/USD
product YM XCBT DM:Index YM YM CBOT_MINI - cme E-mini Dow
product MYM XCBT HWI:Index MYM MYM CBOT_MINI - cme Micro E-mini Dow
product 6E XCME EC:Curncy URO 6E CME - cme Euro FX
product 6B XCME BP:Curncy BP 6B CME - cme British Pound
product 6J XCME JY:Curncy JY 6J CME - cme Japanese Yen
product 6S XCME SF:Curncy SF 6S CME - cme Swiss Franc
product 6A XCME AD:Curncy AD 6A CME - cme Australian Dollar
product 6C XCME CD:Curncy CD 6C CME - cme Canadian Dollar
product 6N XCME NV:Curncy NE 6N CME - cme New Zealand Dollar
product 6M XCME PE:Curncy MP 6M CME - cme Mexican Peso
product BTC XCME BTC:Curncy BTC BTC CME - cme Bitcoin
product MBT XCME BMR:Curncy MBT MBT CME - cme Micro Bitcoin
product ETH XCME DCR:Curncy ETH ETH CME - cme Ether
product SR3 XCME SFR:Comdty SRA SR3 CME SOFR cme Three-Month SOFR
product SR1 XCME SER:Comdty SOFR SR1 CME - cme One-Month SOFR
product GE XCME ED:Comdty ED GE CME EURODOLLAR cme Eurodollar
product LE XCME LC:Comdty LCC LE CME - cme Live Cattle
product HE XCME LH:Comdty LH HE CME - cme Lean Hogs
product GF XCME FC:Comdty FC GF CME - cme Feeder Cattle
product ZN XCBT TY:Comdty TY ZN CBOT - cme 10-Year T-Note
product TN XCBT UXY:Comdty TN TN CBOT - cme Ultra 10-Year T-Note
product ZB XCBT US:Comdty US ZB CBOT - cme U.S. Treasury Bond
product UB XCBT WN:Comdty AUL UB CBOT - cme Ultra U.S. Treasury Bond
product ZF XCBT FV:Comdty FV ZF CBOT - cme 5-Year T-Note
product ZT XCBT TU:Comdty TU ZT CBOT - cme 2-Year T-Note
product ZQ XCBT FF:Comdty FF ZQ CBOT - cme 30-Day Federal Funds
product ZC XCBT C:Comdty C ZC CBOT CORN cme Corn
product ZS XCBT S:Comdty S ZS CBOT SOYBEANS,SOYBEAN cme Soybeans
product ZW XCBT W:Comdty W ZW CBOT WHEAT cme Chicago SRW Wheat
product KE XCBT KW:Comdty KW KE CBOT - cme KC HRW Wheat
product ZL XCBT BO:Comdty BO ZL CBOT - cme Soybean Oil
product ZM XCBT SM:Comdty SM ZM CBOT - cme Soybean Meal
product ZO XCBT O:Comdty O ZO CBOT OATS cme Oats
product ZR XCBT RR:Comdty RR ZR CBOT RICE cme Rough Rice
product CL XNYM CL:Comdty CL CL NYMEX WTI,CRUDE cme Crude Oil
product MCL XNYM - MCL MCL NYMEX_MINI - cme Micro WTI Crude Oil
product QM XNYM - QM QM NYMEX_MINI - cme E-mini Crude Oil
product NG XNYM NG:Comdty NG NG NYMEX NATGAS cme Henry Hub Natural Gas
product RB XNYM XB:Comdty RB RB NYMEX RBOB,GASOLINE cme RBOB Gasoline
product HO XNYM HO:Comdty HO HO NYMEX - cme NY Harbor ULSD
product BZ XNYM - BZ BZ NYMEX - cme Brent Last Day Financial
product PL XNYM PL:Comdty PL PL NYMEX PLATINUM cme Platinum
product PA XNYM PA:Comdty PA PA NYMEX PALLADIUM cme Palladium
product GC XCEC GC:Comdty GC GC COMEX GOLD cme Gold
product MGC XCEC - MGC MGC COMEX_MINI - cme Micro Gold
product SI XCEC SI:Comdty SI SI COMEX SILVER cme Silver
product SIL XCEC - SIL SIL COMEX_MINI - cme Micro Silver
product HG XCEC HG:Comdty HG HG COMEX COPPER cme Copper
product VX XCBF UX:Index VX VX CBOE VIX cfe Cboe Volatility Index
product VXM XCBF - VXM VXM CBOE - cfe Mini Cboe Volatility Index
product DX IFUS DX:Curncy DX DX ICEUS - ice US Dollar Index
product SB IFUS SB:Comdty SB SB ICEUS SUGAR ice Sugar No. 11
product KC IFUS KC:Comdty KC KC ICEUS COFFEE ice Coffee C
product CC IFUS CC:Comdty CC CC ICEUS COCOA ice Cocoa
product CT IFUS CT:Comdty CT CT ICEUS COTTON ice Cotton No. 2
product OJ IFUS JO:Comdty OJ OJ ICEUS - ice FCOJ-A
product MWE XMGE MW:Comdty MWE - MGEX - cme Hard Red Spring Wheat
product BRN IFEU CO:Comdty LCO BRN ICEEUR BRENT ice Brent Crude
product G IFEU QS:Comdty LGO - ICEEUR GASOIL ice Low Sulphur Gasoil
product Z IFEU Z:Index FFI - ICEEUR FOOTSIE ice FTSE 100 Index
product R IFEU G:Comdty FLG - ICEEUR GILT ice Long Gilt
product SO3 IFEU SFI:Comdty SON3 - ICEEUR SONIA ice Three Month SONIA
product I IFEU ER:Comdty FEI - ICEEUR EURIBOR ice Three Month Euribor
product M IFEU NBP:Comdty NGL - ICEEUR - ice UK Natural Gas
product TFM NDEX TZT:Comdty TRNLTTF - ICEENDEX TTF ice Dutch TTF Gas
product ECF NDEX MO:Comdty CFI2 - ICEENDEX EUA ice EUA
product FDAX XEUR GX:Index FDX - EUREX DAX eurex DAX
product FDXM XEUR DFW:Index FDXM - EUREX - eurex Mini-DAX
product FDXS XEUR - FDXS - EUREX - eurex Micro-DAX
product FESX XEUR VG:Index STXE - EUREX STOXX eurex EURO STOXX 50 Index
product FSXE XEUR - FSXE - EUREX - eurex Micro-EURO STOXX 50
product FSMI XEUR SM:Index FSMI - EUREX SMI eurex SMI
product FVS XEUR FVS:Index FVS - EUREX VSTOXX eurex VSTOXX
product FGBL XEUR RX:Comdty FGBL - EUREX BUND eurex Euro-Bund
product FGBM XEUR OE:Comdty FGBM - EUREX BOBL eurex Euro-Bobl
product FGBS XEUR DU:Comdty FGBS - EUREX SCHATZ eurex Euro-Schatz
product FGBX XEUR UB:Comdty FGBX - EUREX BUXL eurex Euro-Buxl
product FBTP XEUR IK:Comdty FBTP - EUREX BTP eurex Euro-BTP
product FOAT XEUR OAT:Comdty FOAT - EUREX - eurex Euro-OAT
product FCE XMON CF:Index FCE - EURONEXT CAC euronext CAC 40
product FTI XEUE EO:Index AEX - EURONEXT AEX euronext AEX
product EBM XMAT CA:Comdty BL2 - EURONEXT - euronext Milling Wheat
product ECO XMAT IJ:Comdty COM - EURONEXT RAPESEED euronext Rapeseed
product NK225 XOSE NK:Index JNI - OSE NIKKEI jpx Nikkei 225
product NK225M XOSE NO:Index JNM - OSE - jpx Nikkei 225 mini
product TOPIX XOSE TP:Index JTI - OSE TOPIX jpx TOPIX
product JGBL XOSE JB:Comdty JGB - OSE JGB jpx 10-year JGB
product HSI XHKF HI:Index HSI - HKEX HANGSENG hkex Hang Seng Index
product HHI XHKF HC:Index HCEI - HKEX - hkex Hang Seng China Enterprises Index
product NK XSIM NI:Index SSI - SGX - sgx SGX Nikkei 225
product CN XSIM XU:Index SFC - SGX - sgx FTSE China A50
product TWN XSIM TWT:Index STW - SGX - sgx FTSE Taiwan
product AP XSFE XP:Index YAP - ASX24 - asx SPI 200

# Currencies and metals.
currency iso4217 AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN
currency iso4217 BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD
currency iso4217 FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR
currency iso4217 KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
currency iso4217 MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
currency iso4217 SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN
currency iso4217 UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XCD XDR XOF XPD XPF XPT YER ZAR ZMW ZWL HRK CNH CNT
currency iso4217 DEM FRF ITL NLG ESP ATS BEF FIM IEP PTE GRD
base iso4217 EUR GBP AUD NZD XAU XAG XPT XPD

# Crypto assets.
crypto BTC,XBT,XXBT kraken Bitcoin
crypto ETH,XETH kraken Ether
crypto DOGE,XDG,XXDG kraken Dogecoin
crypto XRP,XXRP kraken XRP
crypto LTC,XLTC kraken Litecoin
crypto XLM,XXLM kraken Stellar Lumen
crypto XMR,XXMR kraken Monero
crypto ZEC,XZEC kraken Zcash
crypto ETC,XETC kraken Ethereum Classic
crypto USDT coingecko Tether
crypto USDC coingecko USD Coin
crypto BNB coingecko BNB
crypto SOL coingecko Solana
crypto ADA coingecko Cardano
crypto AVAX coingecko Avalanche
crypto DOT coingecko Polkadot
crypto LINK coingecko Chainlink
crypto TRX coingecko TRON
crypto MATIC coingecko Polygon
crypto POL coingecko Polygon Ecosystem Token
crypto SHIB coingecko Shiba Inu
crypto TON coingecko Toncoin
crypto BCH coingecko Bitcoin Cash
crypto UNI coingecko Uniswap
crypto ATOM coingecko Cosmos
crypto NEAR coingecko NEAR Protocol
crypto APT coingecko Aptos
crypto ARB coingecko Arbitrum
crypto OP coingecko Optimism
crypto FIL coingecko Filecoin
crypto HBAR coingecko Hedera
crypto ICP coingecko Internet Computer
crypto VET coingecko VeChain
crypto ALGO coingecko Algorand
crypto AAVE coingecko Aave
crypto MKR coingecko Maker
crypto SUI coingecko Sui
crypto PEPE coingecko Pepe
crypto INJ coingecko Injective
crypto RENDER coingecko Render
crypto GRT coingecko The Graph
crypto STX coingecko Stacks
crypto IMX coingecko Immutable
crypto EOS coingecko EOS
crypto XTZ coingecko Tezos
crypto SAND coingecko The Sandbox
crypto MANA coingecko Decentraland
crypto AXS coingecko Axie Infinity
crypto CRV coingecko Curve DAO
crypto SNX coingecko Synthetix
crypto COMP coingecko Compound
crypto DASH coingecko Dash
crypto NEO coingecko Neo
crypto DAI coingecko Dai
crypto BUSD coingecko Binance USD
crypto WBTC coingecko Wrapped Bitcoin
crypto STETH coingecko Lido Staked Ether
crypto KAS coingecko Kaspa
crypto BONK coingecko Bonk
crypto WIF coingecko dogwifhat
crypto SEI coingecko Sei
crypto TIA coingecko Celestia
crypto LDO coingecko Lido DAO
crypto HYPE coingecko Hyperliquid
crypto TAO coingecko Bittensor
crypto JUP coingecko Jupiter
crypto ONDO coingecko Ondo
crypto FET coingecko Artificial Superintelligence Alliance
crypto FDUSD coingecko First Digital USD
crypto TUSD coingecko TrueUSD
quote USDT USD coingecko
quote USDC USD coingecko
quote FDUSD USD coingecko
quote TUSD USD coingecko
quote BUSD USD coingecko
quote DAI USD coingecko
quote ZUSD USD kraken
quote ZEUR EUR kraken
quote ZGBP GBP kraken
quote ZJPY JPY kraken
quote ZCAD CAD kraken
"""#
}
