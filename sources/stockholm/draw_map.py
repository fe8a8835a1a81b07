"""Make the first drawing of the Stockholm map from coordinates of our own.

The drawing of record is ``map.svg``: it is meant to be edited by hand, in
Inkscape or any other editor, and this script is not part of any build.  It is
kept so that everybody can see how the shapes came about, and can start again
from them::

    python draw_map.py map.svg

It reads no data.  How it works:

1.  :data:`CHAINS` holds every shore, every line between two waters and every
    land border as a chain of points, given in units of the page.  They were
    set down from knowledge of the city, not traced: islands, bays and quays
    lie to one another as they do, canals and sounds are widened until a fleet
    has room.  Where chains meet they share a named point, so that the drawing
    is a planar subdivision from the start.
2.  Each chain becomes a smooth curve through its points (centripetal
    Catmull-Rom) and is roughened a little, with the name of the chain as seed.
3.  All curves are noded on a grid of 0.01 units and polygonised.  Each face
    gets its name from the one point of :data:`SEEDS` inside it.  Neighbours
    share their vertices, therefore: no gaps, no slivers.
4.  The faces are written out, with centres, units, arrows, anchors and labels
    where :data:`PLACES` and :data:`PASSAGES` say.

Same script, same bytes.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import shapely
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union

XY = tuple[float, float]

# --------------------------------------------------------------------------
# Page

WIDTH, HEIGHT = 1600.0, 1200.0
MARGIN = 20.0  #: width of the paper border around the map, in user units
GRID = 0.01  #: all coordinates are multiples of this
STEP = 5.0  #: length of the pieces that a curve is drawn with

# --------------------------------------------------------------------------
# The variant: powers, provinces


@dataclass(frozen=True)
class Power:
    """A power: ``colour`` for units, ``tint`` for the provinces it owns."""

    id: str
    name: str
    colour: str
    tint: str


@dataclass(frozen=True)
class Province:
    """A space of the board; ``centre`` is a power's id, ``"neutral"`` or nothing.

    ``unit`` is ``"A"`` or ``"F"`` where a unit starts.
    """

    id: str
    name: str
    terrain: str
    centre: str = ""
    unit: str = ""


POWERS = (
    Power("karlberg", "Karlberg", "#c30915", "#c96a64"),
    Power("kungsholmen", "Kungsholmen", "#f4d41f", "#f2d54a"),
    Power("maria", "Maria", "#86d6fe", "#cbeefe"),
    Power("norrmalm", "Norrmalm", "#6d7071", "#b0ada9"),
    Power("ostermalm", "Ostermalm", "#1f3f9f", "#7790e4"),
    Power("soderort", "Soderort", "#2e9042", "#82db8a"),
    Power("sofia", "Sofia", "#ed7fb5", "#d696d0"),
)
POWER = {p.id: p for p in POWERS}

PROVINCES = (
    # Karlberg
    Province("kai", "Karolinska Institutet", "land", "karlberg", "A"),
    Province("tom", "Tomteboda", "land", "karlberg", "A"),
    Province("kst", "Karlbergs Strand", "coast", "karlberg", "F"),
    # Kungsholmen
    Province("sha", "Stadshagen", "coast", "kungsholmen", "A"),
    Province("ral", "Ralambshov", "coast", "kungsholmen", "A"),
    Province("fre", "Fredhall", "coast", "kungsholmen", "F"),
    # Maria
    Province("zin", "Zinkensdamm", "coast", "maria", "A"),
    Province("sos", "Sodersjukhuset", "coast", "maria", "F"),
    Province("hog", "Hogalid", "coast", "maria", "A"),
    # Norrmalm
    Province("cen", "Centrum", "coast", "norrmalm", "F"),
    Province("set", "Sankt Erik", "coast", "norrmalm", "A"),
    Province("adf", "Adolf Fredrik", "land", "norrmalm", "A"),
    # Ostermalm
    Province("tvh", "TV-huset", "coast", "ostermalm", "A"),
    Province("gar", "Gardet", "land", "ostermalm", "A"),
    Province("kap", "Kaptensgatan", "coast", "ostermalm", "F"),
    # Soderort
    Province("asp", "Aspudden", "coast", "soderort", "A"),
    Province("grd", "Grondal", "coast", "soderort", "A"),
    Province("ste", "Stora Essingen", "coast", "soderort", "F"),
    # Sofia
    Province("ers", "Ersta", "coast", "sofia", "A"),
    Province("teg", "Tegelviken", "coast", "sofia", "F"),
    Province("skt", "Skanstull", "coast", "sofia", "F"),
    # neutral centres
    Province("gst", "Gamla Stan", "coast", "neutral"),
    Province("slu", "Slussen", "coast", "neutral"),
    Province("sth", "Stadshuset", "coast", "neutral"),
    Province("fhp", "Fridhemsplan", "coast", "neutral"),
    Province("ode", "Odenplan", "land", "neutral"),
    Province("stu", "Stureplan", "coast", "neutral"),
    Province("dju", "Djurgarden", "coast", "neutral"),
    Province("tek", "Tekniska Hogskolan", "land", "neutral"),
    Province("sol", "Solna", "land", "neutral"),
    Province("alv", "Alvik", "coast", "neutral"),
    Province("lil", "Liljeholmen", "coast", "neutral"),
    Province("med", "Medborgarplatsen", "land", "neutral"),
    Province("ars", "Arsta", "coast", "neutral"),
    # no centres
    Province("glo", "Globen", "coast"),
    Province("huv", "Huvudsta", "coast"),
    Province("sun", "Sundbyberg", "land"),
    Province("hga", "Haga", "land"),
    Province("nor", "Norrtull", "land"),
    Province("sab", "Sabbatsberg", "coast"),
    Province("bla", "Blasieholmen", "coast"),
    Province("skp", "Skeppsholmen", "coast"),
    Province("kpl", "Karlaplan", "land"),
    Province("hjo", "Hjorthagen", "coast"),
    Province("fhm", "Frihamnen", "coast"),
    Province("kak", "Kaknas", "coast"),
    Province("kri", "Kristineberg", "coast"),
    Province("rad", "Radhuset", "coast"),
    Province("les", "Lilla Essingen", "coast"),
    Province("lan", "Langholmen", "coast"),
    Province("mab", "Mariaberget", "coast"),
    Province("kat", "Katarina", "land"),
    Province("vit", "Vita Bergen", "coast"),
    Province("tra", "Traneberg", "coast"),
    Province("hst", "Hagersten", "coast"),
    Province("mid", "Midsommarkransen", "land"),
    Province("ens", "Enskede", "land"),
    Province("ham", "Hammarby", "coast"),
    Province("nac", "Nacka", "coast"),
    # waters
    Province("ulv", "Ulvsundasjon", "sea"),
    Province("kkn", "Karlbergskanalen", "sea"),
    Province("bar", "Barnhusviken", "sea"),
    Province("kla", "Klarasjo", "sea"),
    Province("rid", "Riddarfjarden", "sea"),
    Province("ess", "Essingefjarden", "sea"),
    Province("lhv", "Liljeholmsviken", "sea"),
    Province("arv", "Arstaviken", "sea"),
    Province("has", "Hammarby sjo", "sea"),
    Province("sal", "Saltsjon", "sea"),
    Province("str", "Strommen", "sea"),
    Province("nyb", "Nybroviken", "sea"),
    Province("djb", "Djurgardsbrunnsviken", "sea"),
    Province("lva", "Lilla Vartan", "sea"),
)
CANALS = ("gst", "slu")

# --------------------------------------------------------------------------
# Lines, in units of the page.  A token is ``x,y``, ``NAME=x,y`` or ``NAME``
# (a point named elsewhere).  A chain whose name begins with ``~`` parts waters.

CHAINS: dict[str, str] = {
    "bromma": "UBW=176,218 184,236 176,252 180,268 166,286 170,308 186,328 182,350 TA=190,370 200,392 204,412 222,428 232,450 ALU=246,487 246,506 238,526 222,538 212,556 188,562 176,574 150,564 134,566 116,580 98,582 ALS=64,575 40,582 20,586",
    "ballsta": "UBW 168,196 SBT=164,175 172,158 190,150 206,156 SBH=212,169 214,190 UBE=224,214",
    "norr": "UBE 246,232 250,248 272,266 264,286 268,308 282,320 284,338 UKh=322,346 340,338 360,342 HK=384,335 408,346 430,342 456,348 480,338 502,348 520,344 KS=548,350 566,352 590,362 KBs=618,374 640,372 658,382 676,380 SSb=700,389 722,396 742,410 764,414 SC=786,427 800,438 808,456 BKc=826,487 832,508 830,530 846,544 852,562 CG=884,575",
    "gst west": "CG 872,588 870,606 856,618 858,634 850,650 862,668 876,672 880,690 GSw=892,708 886,728 SM=884,751",
    "gst east": "BG=976,578 978,596 986,618 990,648 982,668 976,688 GSe=966,708 978,730 SE=992,753",
    "blasieholmen": "BG 990,584 1006,594 1022,588 SNb=1042,567 1048,546 1036,526 SBl=1042,490 1046,474 1060,464 SKs=1086,462 1098,478 1120,480 1146,490 1170,480 NDk=1192,485 1212,480 KT=1230,470 1256,462 1280,466 1306,454 1330,458 TK=1370,451 1390,458 1412,454 DLk=1436,468 1454,472 1472,462 1488,450 1500,430 1492,410 1498,388 1480,374 1466,358 FK=1440,333 1446,312 1434,292 1432,264 1424,240 1398,232 1380,210 1350,200 HF=1322,182 1330,164 1322,146 1302,136 1296,120 1278,112 1262,98 LHN=1236,78 1222,52 1210,20",
    "kungsholmen": "UEf=276,490 266,468 KF=264,445 262,426 274,408 280,396 298,386 UKk=318,378 338,384 356,378 KSh=398,389 420,386 440,394 462,388 484,394 SF=520,395 540,394 572,406 KBf=606,408 628,414 654,428 680,432 FS=704,449 728,456 752,474 772,480 BKs=792,498 802,516 798,536 804,556 796,576 KRs=786,599 774,612 758,606 RS=736,608 712,597 690,602 662,590 640,592 616,582 RR=590,584 566,578 550,590 526,588 508,608 ERr=478,616 454,622 440,614 420,614 404,602 388,606 FR=366,586 346,588 330,580 314,576 298,558 286,548 280,528 272,508 UEf",
    "sodermalm north west": "LAh=592,893 580,880 572,862 576,842 566,822 580,804 594,790 620,782 632,770 RLh=648,768 662,764 680,752 HZ=690,747 708,740 730,731 748,735 ZM=770,728 800,735 KRm=828,733 858,746 SM",
    "sodermalm": "SE 1012,742 1034,746 1052,738 1082,742 SSe=1110,736 ET=1140,743 1160,754 1180,748 1206,764 1226,772 SHt=1240,792 1230,808 1234,828 1206,840 VT=1178,861 1160,866 1142,882 1116,884 VS=1088,895 1070,898 1052,914 1036,920 AHs=1026,944 1006,942 980,952 956,942 SkS=930,942 904,949 880,943 850,946 820,934 784,940 HS=740,927 716,918 690,924 664,912 640,914 618,900 LAh",
    "djurgarden": "SNd=1186,578 1184,556 1194,536 NDd=1208,522 1236,532 1262,524 1290,528 1322,516 1350,520 1388,500 DLd=1428,504 1446,520 1470,528 1478,556 1492,580 SLd=1508,612 1490,640 1462,646 1440,668 1404,662 1376,676 1340,664 1316,672 1286,652 1258,656 1236,640 SSd=1212,630 1198,604 SNd",
    "skeppsholmen": "SN1=1060,606 1070,588 1092,578 1106,582 1126,566 SN2=1150,582 1158,606 1152,628 1164,648 1150,668 1128,662 1110,678 1082,672 1072,654 1058,636 SN1",
    "langholmen": "ERl=506,684 530,668 556,670 580,662 606,672 630,678 650,700 RLl=638,730 614,734 592,744 566,736 540,748 514,740 ELl=490,722 494,700 ERl",
    "lilla essingen": "342,680 360,662 384,654 406,642 428,652 452,662 466,688 458,714 442,736 412,738 388,750 362,740 350,720 336,706 342,680",
    "stora essingen": "182,682 204,668 222,650 248,644 274,652 296,664 310,686 306,710 294,728 288,750 262,758 238,768 214,752 196,746 184,722 172,708 182,682",
    "south": "20,835 44,822 72,828 98,822 124,840 150,838 172,852 HA=196,858 218,852 240,862 258,846 272,850 AG=296,835 300,816 320,812 328,792 350,786 376,794 398,780 428,790 ELg=458,788 476,794 490,812 492,828 504,842 494,856 GL=496,873 512,880 526,896 546,902 LAl=566,918 580,940 602,946 622,964 650,962 676,978 LA=706,979 736,980 770,994 804,988 840,998 872,989 900,994 AGl=940,994 962,996 980,989 1004,992 AHg=1030,981 1046,970 1066,972 1086,956 GH=1110,959 1136,958 1160,944 1186,948 1210,934 HN=1244,908 1252,886 1270,872 1264,850 1276,832 1264,812 SHn=1268,794 1286,780 1290,762 1316,766 1340,754 1366,768 1400,764 1428,770 1460,750 1490,754 1520,764 1550,750 1580,749",
    "lidingo": "1292,20 1286,40 1292,60 1284,76 1300,97 1324,108 1350,124 1372,146 1400,156 1428,174 1446,193 1470,206 1492,222 1508,250 1530,272 1556,280 1580,292",
    "brunnsviken": "770,20 760,52 782,92 764,124 NHB=766,153 800,167 NTB=836,161 880,153 920,164 960,148 1000,156 THB=1040,142 1060,116 HJN=1066,94 1050,60 1070,20",
    "~ulv mouth": "UBW UBE",
    "~ulv-ess": "ALU UEf",
    "~ulv-kkn": "UKh UKk",
    "~kkn-bar": "KBs KBf",
    "~bar-kla": "BKs BKc",
    "~kla-rid": "KRs 792,628 776,676 KRm",
    "~ess-rid": "ERr 498,648 ERl",
    "~rid-lhv": "RLl RLh",
    "~ess-lhv": "ELl 470,756 ELg",
    "~lhv-arv": "LAh LAl",
    "~arv-has": "AHs AHg",
    "~has-sal": "SHt SHn",
    "~str-sal": "SSe 1160,685 SSd",
    "~str-nyb 1": "SNb SN1",
    "~str-nyb 2": "SN2 SNd",
    "~nyb-djb": "NDk NDd",
    "~djb-lva": "DLk DLd",
    "~sal-lva": "SLd 1540,625 1580,614",
    "sun west": "56,20 62,76 50,124 TSW=58,182 66,228 54,292 TAW=62,382 70,432 56,485 ALS",
    "tra-alv": "TAW 126,376 TA",
    "sun-tra": "TSW 110,174 SBT",
    "sun-huv": "SBH 236,151 SHS=264,143",
    "sun-sol": "SHS 240,100 262,60 250,20",
    "huv-sol": "SHS 318,150 HST=372,156",
    "huv-tom": "HST 366,192 HTK=378,239",
    "huv-kst": "HTK 370,287 HK",
    "sol-tom": "HST 430,150 STK=496,161",
    "tom-kai": "STK 502,204 TKK=492,254",
    "tom-kst": "HTK 430,254 TKK",
    "kst-kai": "TKK 525,267 KKS=556,262",
    "kst-set": "KKS 560,303 KS",
    "kai-set": "KKS 600,249 KSN=640,256",
    "kai-nor": "KSN 650,208 KNH=640,169",
    "kai-hga": "KNH 610,156 KHS=574,159",
    "sol-kai": "STK 535,154 KHS",
    "sol-hga": "KHS 580,116 566,68 576,20",
    "nor-hga": "KNH 690,151 730,156 NHB",
    "nor-set": "KSN 680,245 NSO=716,258",
    "nor-ode": "NSO 770,239 NOT=838,234",
    "nor-tek": "NTB 846,196 NOT",
    "set-ode": "NSO 706,292 SOS=716,327",
    "set-sab": "SOS 704,357 SSb",
    "ode-sab": "SOS 756,316 OSA=794,322",
    "ode-adf": "OSA 806,297 840,277 OAT=868,273",
    "ode-tek": "NOT OAT",
    "sab-adf": "OSA 806,357 SAC=800,391",
    "sab-cen": "SAC SC",
    "adf-cen": "SAC 850,404 900,395 ACS=938,402",
    "adf-stu": "ACS 932,346 AST=942,292",
    "adf-tek": "OAT 905,282 AST",
    "stu-tek": "AST 1000,282 STP=1062,277",
    "cen-stu": "ACS 942,453 CSB=932,490",
    "cen-bla": "CSB 930,528 CBG=926,560",
    "stu-bla": "CSB 985,485 SBl",
    "cen-gst": "CG 906,565 CBG",
    "bla-gst": "CBG 952,573 BG",
    "gst-slu": "GSw 930,702 GSe",
    "stu-kpl": "STP 1070,335 SKK=1062,387",
    "stu-kap": "SKK 1080,421 SKs",
    "tek-kpl": "STP 1095,262 TKG=1128,252",
    "tek-gar": "TKG 1120,212 TGH=1136,180",
    "tek-hjo": "THB 1090,156 TGH",
    "hjo-gar": "TGH 1190,193 HGF=1240,196",
    "hjo-fhm": "HGF 1280,182 HF",
    "hjo north": "HJN 1120,81 1180,84 LHN",
    "gar-fhm": "HGF 1260,239 1290,271 GFK=1320,309",
    "fhm-kak": "GFK 1380,327 FK",
    "gar-kak": "GFK 1326,346 GKT=1340,378",
    "tvh-kak": "GKT 1362,416 TK",
    "gar-tvh": "GKT 1280,370 1220,378 GTP=1186,370",
    "kpl-gar": "TKG 1160,303 GTP",
    "kpl-tvh": "GTP 1184,387 KTP=1196,408",
    "kpl-kap": "SKK 1120,400 KTP",
    "kap-tvh": "KTP 1220,437 KT",
    "kri-fre": "KF 310,457 KFR=352,477",
    "fre-ral": "KFR 358,528 FR",
    "kri-ral": "KFR 380,470 KRS=412,475",
    "kri-sha": "KSh 404,432 KRS",
    "sha-ral": "KRS 460,487 SRF=512,485",
    "sha-fhp": "SF 526,442 SRF",
    "ral-fhp": "SRF 560,496 RFR=604,500",
    "ral-rad": "RFR 596,539 RR",
    "fhp-rad": "RFR 650,507 FRS=700,513",
    "fhp-sth": "FS 698,480 FRS",
    "rad-sth": "FRS 724,560 RS",
    "hog-zin": "HZ 700,786 HZS=712,835",
    "hog-sos": "HZS 728,882 HS",
    "zin-sos": "HZS 760,841 ZSM=802,839",
    "zin-med": "ZSM 810,813 ZMM=792,796",
    "zin-mab": "ZM 778,764 ZMM",
    "mab-med": "ZMM 842,804 MMS=890,800",
    "mab-slu": "SM MMS",
    "med-slu": "MMS 915,809 MSK=944,809",
    "slu-kat": "MSK 966,803 SKE=996,798",
    "slu-ers": "SE SKE",
    "med-kat": "MSK 950,839 MKS=958,878",
    "sos-med": "ZSM 850,861 890,871 SMS=926,886",
    "med-skt": "SMS MKS",
    "sos-skt": "SMS 934,909 SkS",
    "kat-skt": "MKS 1000,880 KSV=1044,869",
    "skt-vit": "KSV 1070,877 VS",
    "kat-vit": "KSV 1056,839 KEV=1064,811",
    "kat-ers": "SKE 1030,809 KEV",
    "ers-vit": "KEV 1096,816 EVT=1124,809",
    "ers-teg": "ET 1134,775 EVT",
    "vit-teg": "EVT 1146,839 VT",
    "hst-asp": "HA 200,903 HAM=214,955",
    "hst-mid": "HAM 210,1000 HMI=200,1040",
    "hst south": "HMI 110,1030 20,1040",
    "mid south": "HMI 290,1046 350,1070 372,1120 376,1180",
    "asp-mid": "HAM 280,968 340,959 AML=400,972",
    "asp-lil": "AML 392,925 AGL=402,882",
    "asp-grd": "AG 340,867 AGL",
    "grd-lil": "AGL 450,884 GL",
    "lil-mid": "AML 470,989 540,1000 LMA=610,1024",
    "lil-ars": "LMA 660,1010 LA",
    "mid-ars": "LMA 620,1060 MAE=640,1096",
    "mid-ens": "MAE 610,1140 620,1180",
    "ars-ens": "MAE 760,1084 860,1096 AEG=948,1080",
    "ars-glo": "AGl 948,1040 AEG",
    "glo-ens": "AEG 1030,1084 EGH=1104,1070",
    "glo-ham": "GH 1100,1010 EGH",
    "ens-ham": "EGH 1150,1110 EHI=1196,1136",
    "ens east": "EHI 1200,1180",
    "ham south": "EHI 1250,1120 1290,1060 1306,979 HNI=1302,899",
    "ham-nac": "HN 1270,921 HNI",
    "nac south": "HNI 1380,882 1480,893 1580,880",
}

#: the chains that are shores, and rougher
SHORES = frozenset(
    {
        "ballsta",
        "blasieholmen",
        "bromma",
        "brunnsviken",
        "djurgarden",
        "gst east",
        "gst west",
        "kungsholmen",
        "langholmen",
        "lidingo",
        "lilla essingen",
        "norr",
        "skeppsholmen",
        "sodermalm",
        "sodermalm north west",
        "south",
        "stora essingen",
    }
)
#: a point inside each face: provinces, land (``!``) and water (``?``) outside the game
SEEDS: dict[str, XY] = {
    "sun": (150, 84),
    "sol": (400, 92),
    "hga": (670, 92),
    "huv": (310, 220),
    "tom": (435, 200),
    "kai": (570, 204),
    "kst": (460, 298),
    "nor": (740, 196),
    "tek": (960, 212),
    "hjo": (1200, 132),
    "set": (630, 314),
    "ode": (770, 276),
    "adf": (865, 341),
    "sab": (750, 357),
    "cen": (870, 485),
    "stu": (1000, 378),
    "kpl": (1115, 330),
    "gar": (1220, 282),
    "fhm": (1360, 260),
    "kak": (1420, 400),
    "tvh": (1280, 421),
    "kap": (1140, 442),
    "bla": (985, 539),
    "tra": (125, 271),
    "alv": (140, 475),
    "kri": (340, 426),
    "sha": (460, 437),
    "fhp": (600, 453),
    "fre": (315, 517),
    "ral": (470, 550),
    "rad": (650, 550),
    "sth": (760, 539),
    "gst": (930, 635),
    "slu": (935, 764),
    "mab": (845, 769),
    "zin": (750, 786),
    "hog": (650, 839),
    "sos": (830, 893),
    "med": (870, 834),
    "kat": (1005, 839),
    "skt": (1005, 909),
    "ers": (1070, 775),
    "teg": (1190, 796),
    "vit": (1110, 845),
    "dju": (1340, 593),
    "skp": (1100, 619),
    "lan": (570, 705),
    "les": (395, 687),
    "ste": (245, 705),
    "hst": (100, 936),
    "asp": (300, 903),
    "grd": (420, 834),
    "lil": (540, 946),
    "mid": (430, 1070),
    "ars": (800, 1040),
    "glo": (1025, 1030),
    "ens": (900, 1140),
    "ham": (1200, 1030),
    "nac": (1430, 818),
    "ulv": (235, 324),
    "kkn": (470, 365),
    "bar": (710, 419),
    "kla": (820, 635),
    "rid": (680, 668),
    "ess": (100, 700),
    "lhv": (530, 818),
    "arv": (820, 966),
    "has": (1150, 914),
    "sal": (1400, 716),
    "str": (1040, 689),
    "nyb": (1100, 528),
    "djb": (1300, 490),
    "lva": (1540, 442),
    "!bromma": (35, 249),
    "!djurg": (1150, 52),
    "!lidingo": (1500, 100),
    "!sw": (120, 1110),
    "!se": (1450, 1000),
    "?brunnsviken": (900, 84),
    "?ballstaviken": (192, 184),
}


@dataclass(frozen=True)
class Place:
    """Where the things of a province stand.

    ``label`` is the middle of the label, ``size`` its font size, ``lines`` its
    lines (the last one, or what follows ``|``, is the abbreviation), ``turn``
    its angle in degrees.
    """

    label: XY
    size: float
    lines: tuple[str, ...]
    unit: XY
    dislodged: XY
    centre: XY | None = None
    turn: float = 0.0


PLACES: dict[str, Place] = {
    "kai": Place((567.9, 217.4), 15.5, ("Karolinska", "Institutet|Kai"), (557.9, 183.9), (565, 191), (582.9, 183.9), 0),
    "tom": Place((435.9, 210.7), 15.5, ("Tomteboda", "|Tom"), (425.9, 177.2), (433, 184.3), (450.9, 177.2), 0),
    "kst": Place((428.2, 284.1), 15.5, ("Karlbergs", "Strand|Kst"), (418.2, 317.7), (425.3, 324.8), (443.2, 317.7), 0),
    "sha": Place((467.3, 428), 15.5, ("Stadshagen", "|Sha"), (477.3, 461.6), (484.4, 468.7), (452.3, 461.6), 0),
    "ral": Place((434.2, 548.6), 15.5, ("Ralambshov", "|Ral"), (424.2, 515), (431.3, 522.1), (449.2, 515), 0),
    "fre": Place((316.9, 509), 12.3, ("Fredhall", "|Fre"), (326.9, 539.1), (334, 546.2), (301.9, 539.1), 0),
    "zin": Place((751.9, 813.3), 12.3, ("Zinkens-", "damm|Zin"), (741.9, 783.2), (749, 790.3), (766.9, 783.2), 0),
    "sos": Place((836.6, 910.3), 15.5, ("Sodersjukhuset|Sos",), (826.6, 885.6), (833.7, 892.7), (851.6, 885.6), 0),
    "hog": Place((662.9, 866.6), 15.5, ("Hogalid", "|Hog"), (652.9, 833), (660, 840.1), (677.9, 833), 0),
    "cen": Place((887.3, 434), 15.5, ("Centrum", "|Cen"), (877.3, 467.6), (884.4, 474.7), (902.3, 467.6), 0),
    "set": Place((619.2, 312.6), 15.5, ("Sankt Erik", "|Set"), (609.2, 279), (616.3, 286.1), (634.2, 279), 0),
    "adf": Place((869.5, 359.7), 15.5, ("Adolf", "Fredrik|Adf"), (859.5, 326.1), (866.6, 333.2), (884.5, 326.1), 0),
    "tvh": Place((1299.7, 418.8), 15.5, ("TV-huset", "|Tvh"), (1246.1, 408.8), (1253.2, 415.9), (1246.1, 431.8), 0),
    "gar": Place((1234.7, 317.7), 15.5, ("Gardet", "|Gar"), (1224.7, 284.1), (1231.8, 291.2), (1249.7, 284.1), 0),
    "kap": Place((1136.6, 427.4), 13.2, ("Kaptensgatan", "|Kap"), (1126.6, 458.6), (1133.7, 465.7), (1151.6, 458.6), 0),
    "asp": Place((294.1, 917.8), 15.5, ("Aspudden", "|Asp"), (284.1, 884.2), (291.2, 891.3), (309.1, 884.2), 0),
    "grd": Place((420, 847.4), 15.5, ("Grondal", "|Grd"), (410, 813.8), (417.1, 820.9), (435, 813.8), 0),
    "ste": Place((231.7, 701.4), 12.3, ("Stora", "Essingen|Ste"), (241.7, 731.5), (248.8, 738.6), (216.7, 731.5), 0),
    "ers": Place((1083.3, 775.9), 15.5, ("Ersta", "|Ers"), (1044, 775.9), (1051.1, 783), (1019, 775.9), 0),
    "teg": Place((1177.3, 785.8), 12.3, ("Tegelviken", "|Teg"), (1167.3, 815.9), (1174.4, 823), (1192.3, 815.9), 0),
    "skt": Place((974.8, 900.7), 12.3, ("Skanstull", "|Skt"), (1022.9, 900.7), (1030, 907.8), (1047.9, 900.7), 0),
    "gst": Place((923.9, 639), 15.5, ("Gamla Stan", "|Gst"), (913.9, 605.5), (921, 612.6), (938.9, 605.5), 0),
    "slu": Place((941.6, 783), 14.4, ("Slussen|Slu",), (951.6, 758.8), (958.7, 765.9), (926.6, 758.8), 0),
    "sth": Place((757.8, 523.5), 12.3, ("Stadshuset", "|Sth"), (747.8, 553.6), (754.9, 560.7), (772.8, 553.6), 0),
    "fhp": Place((603.5, 467.8), 14.4, ("Fridhemsplan", "|Fhp"), (674.3, 457.8), (681.4, 464.9), (674.3, 480.8), 0),
    "ode": Place((757.5, 294.5), 12.3, ("Odenplan", "|Ode"), (767.5, 264.3), (774.6, 271.4), (742.5, 264.3), 0),
    "stu": Place((1000.4, 354.1), 15.5, ("Stureplan", "|Stu"), (990.4, 320.6), (997.5, 327.7), (1015.4, 320.6), 0),
    "dju": Place((1366.9, 604.7), 19, ("Djurgarden", "|Dju"), (1356.9, 567.4), (1364, 574.5), (1381.9, 567.4), 0),
    "tek": Place(
        (971.6, 230.9), 15.5, ("Tekniska Hogskolan", "|Tek"), (961.6, 197.3), (968.7, 204.4), (986.6, 197.3), 0
    ),
    "sol": Place((358, 100.6), 19, ("Solna", "|Sol"), (348, 63.3), (355.1, 70.4), (373, 63.3), 0),
    "alv": Place((144.7, 494.8), 15.5, ("Alvik", "|Alv"), (134.7, 461.2), (141.8, 468.3), (159.7, 461.2), 0),
    "lil": Place((474.9, 948.6), 15.5, ("Liljeholmen", "|Lil"), (464.9, 915), (472, 922.1), (489.9, 915), 0),
    "med": Place((872.3, 833.9), 12.3, ("Medborgar-", "platsen|Med"), (928.1, 833.9), (935.2, 841), (821.6, 833.9), 0),
    "ars": Place((730.3, 1044.6), 18, ("Arsta", "|Ars"), (720.3, 1008.4), (727.4, 1015.5), (745.3, 1008.4), 0),
    "glo": Place((1049.2, 1042.4), 15.5, ("Globen", "|Glo"), (1049.2, 1008.9), (1056.3, 1016), None, 0),
    "huv": Place((308, 218.2), 15.5, ("Huvudsta", "|Huv"), (308, 184.6), (315.1, 191.7), None, 0),
    "sun": Place((147.9, 98.8), 16.5, ("Sundbyberg", "|Sun"), (147.9, 64.1), (155, 71.2), None, 0),
    "hga": Place((641.4, 105.3), 15.5, ("Haga", "|Hga"), (641.4, 71.7), (648.5, 78.8), None, 0),
    "nor": Place((698.9, 213.2), 15.5, ("Norrtull", "|Nor"), (698.9, 179.6), (706, 186.7), None, 0),
    "sab": Place((753, 370.3), 12.3, ("Sabbatsberg", "|Sab"), (753, 340.1), (760.1, 347.2), None, 0),
    "bla": Place((984.1, 509.5), 12.3, ("Blasieholmen", "|Bla"), (984.1, 539.6), (991.2, 546.7), None, 0),
    "skp": Place((1108, 632), 12.3, ("Skepps-", "holmen|Skp"), (1108, 601.8), (1115.1, 608.9), None, 0),
    "kpl": Place((1125.6, 362.6), 15.5, ("Karlaplan", "|Kpl"), (1125.6, 329), (1132.7, 336.1), None, 0),
    "hjo": Place((1219.4, 148.6), 15.5, ("Hjorthagen", "|Hjo"), (1219.4, 115), (1226.5, 122.1), None, 0),
    "fhm": Place((1366.2, 266.1), 15.5, ("Frihamnen", "|Fhm"), (1366.2, 232.6), (1373.3, 239.7), None, 0),
    "kak": Place((1411.1, 395.6), 15.5, ("Kaknas", "|Kak"), (1411.1, 362), (1418.2, 369.1), None, 0),
    "kri": Place((346.5, 431.2), 14.4, ("Kristineberg", "|Kri"), (281.1, 431.2), (288.2, 438.3), None, 0),
    "rad": Place((656.6, 562.1), 15.5, ("Radhuset|Rad",), (656.6, 537.3), (663.7, 544.4), None, 0),
    "les": Place((398.5, 700.5), 12.3, ("Lilla", "Essingen", "|Les"), (444.6, 700.5), (440.8, 709.7), None, 0),
    "lan": Place((554.7, 718.1), 13.2, ("Langholmen", "|Lan"), (554.7, 687), (561.8, 694.1), None, 0),
    "mab": Place((836, 781.6), 12.3, ("Mariaberget", "|Mab"), (836, 751.4), (843.1, 758.5), None, 0),
    "kat": Place((1003.6, 829.4), 12.3, ("Katarina|Kat",), (1003.6, 852.6), (1010.7, 859.7), None, 0),
    "vit": Place((1112, 857), 12.3, ("Vita", "Bergen", "|Vit"), (1071.4, 857), (1078.5, 864.1), None, 0),
    "tra": Place((117.6, 340.1), 15.5, ("Traneberg", "|Tra"), (117.6, 306.5), (124.7, 313.6), None, 0),
    "hst": Place((115, 962.1), 15.5, ("Hagersten", "|Hst"), (115, 928.5), (122.1, 935.6), None, 0),
    "mid": Place((494, 1086.1), 18, ("Midsommarkransen", "|Mid"), (494, 1049.9), (501.1, 1057), None, 0),
    "ens": Place((1089.1, 1139.8), 19, ("Enskede", "|Ens"), (1089.1, 1102.4), (1096.2, 1109.5), None, 0),
    "ham": Place((1195.9, 1035.8), 17, ("Hammarby", "|Ham"), (1195.9, 1000.6), (1203, 1007.7), None, 0),
    "nac": Place((1457.5, 845.6), 18, ("Nacka", "|Nac"), (1457.5, 809.3), (1464.6, 816.4), None, 0),
    "ulv": Place((251.7, 366.5), 13.5, ("Ulvsundasjon", "|Ulv"), (251.7, 335), (258.8, 342.1), None, 0),
    "kkn": Place((461.7, 369.4), 14.5, ("Karlbergskanalen|Kkn",), (562.2, 376.4), (569.3, 383.5), None, 4),
    "bar": Place((707.2, 424.2), 13.5, ("Barnhusviken|Bar",), (779.5, 457.9), (786.6, 465), None, 25),
    "kla": Place((833.3, 590.2), 12.3, ("Klarasjo", "|Kla"), (833.3, 620.4), (840.4, 627.5), None, 0),
    "rid": Place((609.9, 639.1), 21, ("Riddarfjarden|Rid",), (609.9, 611.6), (617, 618.7), None, 0),
    "ess": Place((110.2, 627.5), 19, ("Essingefjarden", "|Ess"), (202.7, 627.5), (209.8, 634.6), None, 0),
    "lhv": Place((539.2, 774), 12.3, ("Liljeholmsviken|Lhv",), (539.2, 797.1), (546.3, 804.2), None, 0),
    "arv": Place((841.5, 966.2), 17, ("Arstaviken|Arv",), (759.6, 960.5), (766.7, 967.6), None, 4),
    "has": Place((1170.9, 906.7), 17, ("Hammarby", "sjo|Has"), (1106, 930.3), (1113.1, 937.4), None, -20),
    "sal": Place((1505.1, 708.1), 21, ("Saltsjon", "|Sal"), (1505.1, 668.6), (1512.2, 675.7), None, 0),
    "str": Place((1050.3, 695.1), 19, ("Strommen|Str",), (1050.3, 668.6), (1057.4, 675.7), None, 0),
    "nyb": Place((1113.6, 536.7), 17, ("Nybroviken", "|Nyb"), (1113.6, 501.5), (1120.7, 508.6), None, 0),
    "djb": Place((1306.8, 479.6), 12.3, ("Djurgardsbrunnsviken|Djb",), (1308, 502.7), (1318, 502.7), None, -3),
    "lva": Place((1517.3, 322.3), 17, ("Lilla", "Vartan|Lva"), (1517.3, 357.5), (1524.4, 364.6), None, 0),
}

#: narrow straits (the two ends of each arrow) and the permission passage
STRAITS: dict[str, tuple[XY, XY]] = {
    "alv-fre": ((229, 472), (293, 476)),
    "huv-kri": ((340, 324), (337, 400)),
    "set-fhp": ((632, 357), (622, 432)),
    "cen-sth": ((841, 472), (776, 494)),
    "ral-les": ((424, 593), (414, 665)),
    "les-ste": ((356, 693), (294, 698)),
    "ste-grd": ((282, 734), (334, 813)),
    "hog-lan": ((640, 792), (622, 710)),
    "hog-lil": ((596, 873), (544, 916)),
    "skt-glo": ((1014, 926), (1012, 1003)),
    "teg-nac": ((1216, 818), (1286, 816)),
    "bla-skp": ((1026, 566), (1078, 602)),
    "kap-dju": ((1172, 466), (1202, 543)),
    "kak-dju": ((1414, 442), (1408, 523)),
}
PERMISSION = ("kla-str", "slu", ((862, 723), (905, 726), (958, 723), (1012, 719)))
#: bridges over those streams
BRIDGES: tuple[tuple[XY, XY], ...] = (
    ((902, 559), (906, 575)),
    ((944, 561), (940, 577)),
    ((914, 697), (913, 711)),
    ((948, 696), (949, 710)),
)
#: streams between the Old Town and the shores: too narrow to be crossed by water, joined by bridges
STREAMS: dict[str, str] = {"norrstrom": "cen-gst bla-gst", "soderstrom": "gst-slu"}
LOCK: XY = (932.0, 722.0)

# --------------------------------------------------------------------------
# Lines to curves


@cache
def parse_chains() -> dict[str, list[XY]]:
    """The chains as lists of points."""
    nodes: dict[str, XY] = {}

    def pair(text: str) -> XY:
        x, y = text.split(",")
        return float(x), float(y)

    for chain in CHAINS.values():
        for token in chain.split():
            if "=" in token:
                name, at = token.split("=")
                if name in nodes:
                    raise ValueError(f"two points are named {name}")
                nodes[name] = pair(at)
    return {
        name: [pair(t.split("=")[-1]) if "," in t else nodes[t] for t in chain.split()]
        for name, chain in CHAINS.items()
    }


def _control(before: XY, at: XY, after: XY, da: float, db: float) -> XY:
    """Centripetal Catmull-Rom control point at ``at``, on the side of ``after``."""
    k = 2 * da * da + 3 * da * db + db * db
    m = 3 * da * (da + db)
    return (
        (da * da * after[0] - db * db * before[0] + k * at[0]) / m,
        (da * da * after[1] - db * db * before[1] + k * at[1]) / m,
    )


def bezier(points: Sequence[XY]) -> list[tuple[XY, XY, XY, XY]]:
    """Cubic segments (start, control, control, end) of a Catmull-Rom curve, closed if its ends meet."""
    closed = points[0] == points[-1]
    n = len(points)
    out = []
    for i in range(n - 1):
        p1, p2 = points[i], points[i + 1]
        p0 = points[i - 1] if i > 0 else (points[-2] if closed else p1)
        p3 = points[i + 2] if i + 2 < n else (points[1] if closed else p2)
        d = [max(math.dist(a, b), 1e-6) ** 0.5 for a, b in ((p0, p1), (p1, p2), (p2, p3))]
        c1 = _control(p0, p1, p2, d[0], d[1]) if p0 != p1 else p1
        c2 = _control(p3, p2, p1, d[2], d[1]) if p3 != p2 else p2
        out.append((p1, c1, c2, p2))
    return out


def on_cubic(segment: tuple[XY, XY, XY, XY], t: float) -> XY:
    """The point at ``t`` (0 to 1) of a cubic segment."""
    u = 1 - t
    a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
    p, q, r, s = segment
    return (a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1])


def wobble(count: int, size: float, rng: random.Random) -> list[float]:
    """``count`` + 1 sideways shifts from 0 to 0, by midpoint displacement."""
    out = [0.0] * (count + 1)

    def middle(i: int, j: int, size: float) -> None:
        if j - i < 2:
            return
        k = (i + j) // 2
        out[k] = (out[i] + out[j]) / 2 + rng.uniform(-1, 1) * size
        middle(i, k, size * 0.55)
        middle(k, j, size * 0.55)

    middle(0, count, size)
    return out


def draw_curve(points: Sequence[XY], rough: float, seed: str) -> list[XY]:
    """A rough curve through ``points``; the points themselves stay where they are."""
    rng = random.Random(seed)
    out = [points[0]]
    for segment in bezier(points):
        length = math.dist(segment[0], segment[3])
        count = max(1, round(length / STEP))
        shifts = wobble(count, rough * length, rng)
        for k in range(1, count):
            x, y = on_cubic(segment, k / count)
            (ax, ay), (bx, by) = on_cubic(segment, (k - 0.5) / count), on_cubic(segment, (k + 0.5) / count)
            d = max(math.dist((ax, ay), (bx, by)), 1e-6)
            out.append((x - (by - ay) / d * shifts[k], y + (bx - ax) / d * shifts[k]))
        out.append(segment[3])
    return out


# --------------------------------------------------------------------------
# Shapes


@dataclass
class Shapes:
    """All areas of the map, in user units."""

    provinces: dict[str, Polygon]
    idle_land: dict[str, Polygon]
    idle_water: dict[str, Polygon]
    land: BaseGeometry  #: all land, in and out of the game


def curve(name: str) -> LineString:
    """The line that a chain is drawn as."""
    rough = 0.0 if name.startswith("~") else 0.09 if name in SHORES else 0.06
    return LineString(draw_curve(parse_chains()[name], rough, name))


def parts_of(shape: BaseGeometry) -> list[Any]:
    """The parts of a geometry, or the geometry itself."""
    return list(getattr(shape, "geoms", [shape]))


def build_shapes() -> Shapes:
    """Cut the page into provinces, and land and water outside the game."""
    frame = box(MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN)
    lines: list[BaseGeometry] = [frame.exterior]
    lines.extend(curve(name) for name in CHAINS)
    noded = shapely.unary_union(shapely.set_precision(lines, GRID, mode="pointwise"), grid_size=GRID)
    faces: dict[str, Polygon] = {}
    for face in polygonize(noded):
        inside = [name for name, at in SEEDS.items() if face.contains(Point(at))]
        if len(inside) != 1:
            raise ValueError(f"a face near {face.representative_point()} holds {inside or 'no seed'}")
        faces[inside[0]] = face
    if missing := set(SEEDS) - set(faces):
        raise ValueError(f"no face for {sorted(missing)}")
    provinces = {p.id: faces[p.id] for p in PROVINCES}
    idle_land = {k[1:]: f for k, f in faces.items() if k.startswith("!")}
    idle_water = {k[1:]: f for k, f in faces.items() if k.startswith("?")}
    land = unary_union([*(provinces[p.id] for p in PROVINCES if p.terrain != "sea"), *idle_land.values()])
    return Shapes(provinces, idle_land, idle_water, land)


# --------------------------------------------------------------------------
# SVG


def num(value: float) -> str:
    """A coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def xy(point: XY) -> str:
    """A point in path data."""
    return f"{num(point[0])},{num(point[1])}"


def path_of(area: BaseGeometry) -> str:
    """Path data of a polygon or several, or of lines."""
    out: list[str] = []
    for part in parts_of(area):
        if part.geom_type == "Polygon":
            rings = (list(ring.coords)[:-1] for ring in (part.exterior, *part.interiors))
            out.extend("M" + " ".join(map(xy, ring)) + "Z" for ring in rings)
        elif part.geom_type == "LineString" and len(part.coords) > 1:
            out.append("M" + " ".join(xy((x, y)) for x, y in part.coords))
    return "".join(out)


def named(name: str) -> str:
    """The two attributes that carry an object's name."""
    return f"id={quoteattr(name)} inkscape:label={quoteattr(name)}"


class Page:
    """Collects the lines of the SVG file."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def add(self, *lines: str) -> None:
        """Add lines at the current depth."""
        self.lines.extend("  " * self.depth + line for line in lines)

    def open(self, tag: str) -> None:
        """Open an element; ``tag`` is its start tag."""
        self.add(tag)
        self.depth += 1

    def close(self, name: str = "g") -> None:
        """Close it."""
        self.depth -= 1
        self.add(f"</{name}>")

    def layer(self, name: str, more: str = "") -> None:
        """Open one of the layers."""
        self.open(f'<g {named(name)} inkscape:groupmode="layer"{more}>')


SERIF = "'Noto Serif', 'Droid Serif', 'Source Serif 4', Georgia, Cambria, 'Times New Roman', serif"
INK = "#241f1a"
SEA = "#47758f"
SHALLOWS = ("#4e7d97", "#5886a0", "#6390a9")
SEA_LINE = "#c7dde8"
SEA_INK = "#f4fafc"
IDLE = "#958b76"
IDLE_WATER = "#74858c"
PAPER = "#f3ecdc"
NEUTRAL_TINT = "#fbf6df"
CANAL_TINT = "#dcebe6"
CANAL_WAVE = "#b3d3d8"
ARROW = "#fff4c9"
GOLD = "#ffc93c"
#: names outside the game: text, place, size, turn, letter spacing, whether water
IDLE_NAMES: tuple[tuple[str, XY, float, float, float, bool], ...] = (
    ("BROMMA", (41, 249), 13, -90, 3, False),
    ("LIDINGÖ", (1418, 96), 18, 24, 6, False),
    ("NORRA", (1144, 44), 12.5, -5, 1, False),
    ("DJURGÅRDEN", (1142, 61), 12.5, -5, 1, False),
    ("Brunnsviken", (905, 94), 17, 4, 3, True),
)


def cannon(x: float, y: float, ink: str, paper: str, size: float = 1.0) -> list[str]:
    """A field gun, about 19 units wide."""

    def p(*points: XY) -> str:
        return " ".join(xy((x + px * size, y + py * size)) for px, py in points)

    s = size
    return [
        f'<path d="M{p((-9.6, 5.6), (-8.4, 6.9), (0.6, 1.6), (-0.6, -0.6))}Z" fill="{ink}"/>',
        f'<path d="M{p((-6.2, 0.2), (8.7, -6.9), (9.9, -4.4), (-4.6, 3.6), (-6.6, 3.2))}Z" fill="{ink}"/>',
        (
            f'<circle cx="{num(x - 0.4 * s)}" cy="{num(y + 2.6 * s)}" r="{num(4.5 * s)}" fill="{paper}" '
            f'stroke="{ink}" stroke-width="{num(1.7 * s)}"/>'
        ),
        f'<circle cx="{num(x - 0.4 * s)}" cy="{num(y + 2.6 * s)}" r="{num(1.3 * s)}" fill="{ink}"/>',
    ]


def ship(x: float, y: float, ink: str, size: float = 1.0) -> list[str]:
    """A sailing ship, about 18 units wide."""

    def p(*points: XY) -> str:
        return " ".join(xy((x + px * size, y + py * size)) for px, py in points)

    return [
        f'<path d="M{p((-8.6, 3.4), (8.8, 3.4), (6.2, 7.2), (-6.0, 7.2))}Z" fill="{ink}"/>',
        f'<path d="M{p((-0.6, -8.2), (0.7, -8.2), (0.7, 3.8), (-0.6, 3.8))}Z" fill="{ink}"/>',
        f'<path d="M{p((1.7, -7.0), (8.0, 1.9), (1.7, 1.9))}Z" fill="{ink}"/>',
        f'<path d="M{p((-1.6, -4.6), (-7.0, 1.9), (-1.6, 1.9))}Z" fill="{ink}"/>',
    ]


def is_dark(colour: str) -> bool:
    """Whether white stands out better against a colour than black."""
    return sum(int(colour[i : i + 2], 16) * w for i, w in ((1, 0.3), (3, 0.59), (5, 0.11))) < 138


def token(x: float, y: float, colour: str, kind: str, radius: float = 12.5) -> list[str]:
    """The body of a unit: a counter with a gun or a ship on it."""
    k = radius / 14.0
    dark = is_dark(colour)
    ink = "#ffffff" if dark else INK
    sign = cannon(x, y + 0.6 * k, ink, colour, 1.14 * k) if kind == "A" else ship(x, y + 0.2 * k, ink, 1.14 * k)
    return [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{colour}" stroke="{INK}" stroke-width="1.5"/>',
        (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius - 1.9 * k)}" fill="none" stroke="#ffffff" '
            f'stroke-width="{num(1.1 * k)}" stroke-opacity="0.8"/>'
        ),
        *sign,
    ]


def centre_symbol(x: float, y: float, colour: str, scale: float = 1.0) -> list[str]:
    """The body of a supply centre: a dot in a ring."""
    return [
        (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(6.8 * scale)}" fill="{colour}" stroke="{INK}" '
            f'stroke-width="{num(1.5 * scale)}"/>'
        ),
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(2.9 * scale)}" fill="{INK}"/>',
    ]


def lock_symbol(x: float, y: float, scale: float = 1.0) -> list[str]:
    """A padlock, 15 units wide and 19 high."""
    s = scale
    return [
        (
            f'<path d="M{xy((x - 4.6 * s, y - 1 * s))}V{num(y - 4.4 * s)}A{num(4.6 * s)},{num(4.6 * s)} 0 0 1 '
            f'{xy((x + 4.6 * s, y - 4.4 * s))}V{num(y - 1 * s)}" fill="none" stroke="{INK}" stroke-width="{num(4.6 * s)}"/>'
        ),
        (
            f'<path d="M{xy((x - 4.6 * s, y - 1 * s))}V{num(y - 4.4 * s)}A{num(4.6 * s)},{num(4.6 * s)} 0 0 1 '
            f'{xy((x + 4.6 * s, y - 4.4 * s))}V{num(y - 1 * s)}" fill="none" stroke="{PAPER}" stroke-width="{num(1.9 * s)}"/>'
        ),
        (
            f'<rect x="{num(x - 7.6 * s)}" y="{num(y - 1.6 * s)}" width="{num(15.2 * s)}" height="{num(11 * s)}" rx="{num(1.6 * s)}" '
            f'fill="{GOLD}" stroke="{INK}" stroke-width="{num(1.4 * s)}"/>'
        ),
        (
            f'<path d="M{xy((x - 1.2 * s, y + 6.6 * s))}L{xy((x - 0.6 * s, y + 4 * s))}A{num(1.9 * s)},{num(1.9 * s)} 0 1 1 '
            f'{xy((x + 0.6 * s, y + 4 * s))}L{xy((x + 1.2 * s, y + 6.6 * s))}Z" fill="{INK}"/>'
        ),
    ]


def arrow_head(tip: XY, tail: XY, size: float = 12.0) -> str:
    """Path data of an arrowhead at ``tip``, for a line that comes from ``tail``."""
    d = math.dist(tip, tail)
    ux, uy = (tip[0] - tail[0]) / d, (tip[1] - tail[1]) / d
    base = (tip[0] - ux * size, tip[1] - uy * size)
    w = size * 0.52
    return f"M{xy(tip)} {xy((base[0] - uy * w, base[1] + ux * w))} {xy((base[0] + uy * w, base[1] - ux * w))}Z"


def shaft(a: XY, b: XY, size: float = 8.0) -> str:
    """Path data of an arrow's line between its two heads."""
    d = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / d * size, (b[1] - a[1]) / d * size
    return f"M{xy((a[0] + ux, a[1] + uy))} {xy((b[0] - ux, b[1] - uy))}"


def text(x: float, y: float, body: str, size: float, more: str = "") -> str:
    """One line of text."""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{more}>{body}</text>'


def smooth(points: Sequence[XY]) -> str:
    """Path data of a smooth curve through points."""
    return f"M{xy(points[0])}C" + " ".join(" ".join(map(xy, seg[1:])) for seg in bezier(points))


def draw(shapes: Shapes) -> str:
    """The whole map as SVG text."""
    page = Page()
    page.add('<?xml version="1.0" encoding="UTF-8"?>')
    page.open(
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="{num(WIDTH)}" '
        f'height="{num(HEIGHT)}" viewBox="0 0 {num(WIDTH)} {num(HEIGHT)}" version="1.1">'
    )
    page.add(
        "<title>Stockholm Diplomacy</title>",
        "<desc>Variant by Jens and Olle. Drawn from coordinates of our own. Map: CC BY 4.0.</desc>",
    )
    page.open("<defs>")
    page.open('<pattern id="canal-waves" width="16" height="11" patternUnits="userSpaceOnUse">')
    page.add(
        f'<rect width="16" height="11" fill="{CANAL_TINT}"/>',
        f'<path d="M0,4q4,-3 8,0t8,0" fill="none" stroke="{CANAL_WAVE}" stroke-width="1.5"/>',
    )
    page.close("pattern")
    page.close("defs")
    _background(page, shapes)
    _provinces(page, shapes)
    _things(page)
    _labels(page)
    _foreground(page)
    page.close("svg")
    return "\n".join(page.lines) + "\n"


def _background(page: Page, shapes: Shapes) -> None:
    page.layer("background")
    page.add(f'<rect {named("water")} x="0" y="0" width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="{SEA}"/>')
    page.open(f'<g {named("shallows")} fill="none" stroke-linejoin="round">')
    for i, (width, colour) in enumerate(zip((26, 15, 6), SHALLOWS, strict=True)):
        page.add(f'<use {named(f"shallows {i + 1}")} xlink:href="#land" stroke="{colour}" stroke-width="{width}"/>')
    page.close()
    page.open(f'<g {named("idle land")} fill="{IDLE}" stroke="{INK}" stroke-width="1.3">')
    page.add(f'<path {named("land")} d="{path_of(shapes.land)}" fill-rule="evenodd" style="stroke-linejoin:round"/>')
    page.close()
    page.open(f'<g {named("idle water")} fill="{IDLE_WATER}" stroke="{INK}" stroke-width="1.1">')
    for name, area in sorted(shapes.idle_water.items()):
        page.add(f'<path {named(f"idle water {name}")} d="{path_of(area)}"/>')
        page.add(
            f'<path {named(f"idle ripples {name}")} d="{ripples(area)}" fill="none" stroke="#8c9ba0" stroke-width="1"/>'
        )
    page.close()
    page.open(f'<g {named("idle names")} font-family="{SERIF}" text-anchor="middle">')
    for name, (x, y), size, turn, spacing, wet in IDLE_NAMES:
        style = f'font-style="italic" fill="{"#dbe3e6" if wet else "#4a4334"}"'
        page.add(
            text(
                x,
                y,
                name,
                size,
                f' {named(f"idle name {name.lower()}")} {style} letter-spacing="{num(spacing)}" transform="rotate({num(turn)} {xy((x, y))})"',
            )
        )
    page.close()
    page.close()


def ripples(area: Polygon, apart: float = 11.0) -> str:
    """Short level strokes inside water that is out of play, as path data."""
    out: list[str] = []
    x0, y0, x1, y1 = area.bounds
    inner = area.buffer(-5)
    row = 0
    y = y0 + apart / 2
    while y < y1:
        x = x0 + (row % 2) * 17
        while x < x1:
            dash = LineString([(x, y), (x + 16, y)]).intersection(inner)
            out.extend(path_of(part) for part in parts_of(dash) if part.length > 5)
            x += 34
        y += apart
        row += 1
    return "".join(out)


def _provinces(page: Page, shapes: Shapes) -> None:
    page.layer("provinces", ' stroke-linejoin="round" fill-rule="evenodd"')
    for province in sorted(PROVINCES, key=lambda p: p.terrain != "sea"):
        if province.terrain == "sea":
            style = f'fill="{SEA}" fill-opacity="0.15" stroke="{SEA_LINE}" stroke-width="1.1"'
        else:
            fill = "url(#canal-waves)" if province.id in CANALS else NEUTRAL_TINT
            if province.centre in POWER:
                fill = POWER[province.centre].tint
            style = f'fill="{fill}" stroke="{INK}" stroke-width="1.3"'
        page.add(
            f'<path {named(province.id)} data-province="{province.id}" data-terrain="{province.terrain}" '
            f'data-name={quoteattr(province.name)} {style} d="{path_of(shapes.provinces[province.id])}"/>'
        )
    page.close()


def _things(page: Page) -> None:
    page.layer("passages", f' fill="none" stroke="{INK}"')
    for key, (a, b) in STRAITS.items():
        page.add(
            f'<path {named(f"passage {key} both narrow-strait")} data-passage="{key}" data-units="both" '
            f'data-kind="narrow-strait" fill="none" stroke-width="5" d="M{xy(a)} {xy(b)}"/>'
        )
    key, via, points = PERMISSION
    page.add(
        f'<path {named(f"passage {key} fleet permission via {via}")} data-passage="{key}" data-units="fleet" '
        f'data-kind="permission" data-via="{via}" fill="none" stroke-width="6" d="{smooth(points)}"/>'
    )
    page.close()
    page.layer("centres")
    for p in PROVINCES:
        at = PLACES[p.id].centre
        if p.centre and at:
            name = f"centre {p.id}" + (f":{p.centre}" if p.centre in POWER else "")
            page.open(f"<g {named(name)}>")
            page.add(*centre_symbol(*at, "#ffffff"))
            page.close()
    page.close()
    page.layer("units")
    for p in PROVINCES:
        if p.unit:
            page.open(f"<g {named(f'unit {p.unit} {p.id}:{p.centre}')}>")
            page.add(*token(*PLACES[p.id].unit, POWER[p.centre].colour, p.unit))
            page.close()
    page.close()
    page.layer("anchors", ' style="display:none"')
    for p in PROVINCES:
        place = PLACES[p.id]
        points_of: Iterable[tuple[str, XY | None, str]] = (
            ("unit", place.unit, "#d00000"),
            ("dislodged", place.dislodged, "#d07000"),
            ("centre", place.centre, "#000000"),
            ("label", place.label, "#0050d0"),
        )
        for kind, point, colour in points_of:
            if point is not None:
                x, y = point
                page.add(
                    f'<circle {named(f"anchor {kind} {p.id}")} cx="{num(x)}" cy="{num(y)}" r="2" fill="{colour}"/>'
                )
    page.close()


LEADING = 1.14  #: distance of two lines of a label, in font sizes
CAP = 0.714  #: height of capitals, in font sizes


def _labels(page: Page) -> None:
    page.layer("labels", f' font-family="{SERIF}" text-anchor="middle" stroke-linejoin="round" paint-order="stroke"')
    for p in PROVINCES:
        place = PLACES[p.id]
        x, y = place.label
        sea = p.terrain == "sea"
        small = max(12.1, place.size * 0.86)
        style = (
            f'fill="{SEA_INK}" font-style="italic" stroke="#2c5570" stroke-opacity="0.7" stroke-width="2"'
            if sea
            else f'fill="{INK}" stroke="#ffffff" stroke-opacity="0.5" stroke-width="2"'
        )
        turn = f' transform="rotate({num(place.turn)} {xy((x, y))})"' if place.turn else ""
        page.open(
            f'<text {named(f"label {p.id}")} x="{num(x)}" y="{num(y)}" font-size="{num(place.size)}" {style}{turn}>'
        )
        top = y - ((len(place.lines) - 1) * LEADING - CAP) * place.size / 2
        spans = []
        for i, line in enumerate(place.lines):
            body, _, code = line.partition("|")
            weight = ' font-weight="600"' if sea else ' font-weight="700"'
            tail = (
                f'<tspan font-style="italic" font-weight="400" font-size="{num(small)}">{" " if body else ""}{code}</tspan>'
                if code
                else ""
            )
            head = f"<tspan{weight}>{body}</tspan>" if body else ""
            spans.append(f'<tspan x="{num(x)}" y="{num(top + i * LEADING * place.size)}">{head}{tail}</tspan>')
        page.add("".join(spans))
        page.close("text")
    page.close()


def _foreground(page: Page) -> None:
    page.layer("foreground", f' font-family="{SERIF}" fill="{INK}"')
    page.open(f'<g {named("arrows")} stroke-linejoin="round">')
    for key, (a, b) in STRAITS.items():
        page.open(f"<g {named(f'arrow {key}')}>")
        page.add(*arrow(a, b))
        page.close()
    page.close()
    # once more over everything: the light lines between waters run along the shores, too
    page.add(
        f'<use {named("shores")} xlink:href="#land" fill="none" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"/>'
    )
    page.open(f'<g {named("streams")} fill="none" stroke-linejoin="round">')
    for name, chains in STREAMS.items():
        d = "".join(path_of(curve(chain)) for chain in chains.split())
        page.add(
            f'<path {named(f"banks {name}")} d="{d}" stroke="{INK}" stroke-width="5.6"/>',
            f'<path {named(f"stream {name}")} d="{d}" stroke="{SHALLOWS[0]}" stroke-width="3.6"/>',
        )
    for i, (a, b) in enumerate(BRIDGES):
        page.add(
            f'<path {named(f"bridge {i + 1} parapets")} d="M{xy(a)} {xy(b)}" stroke="{INK}" stroke-width="6.6"/>',
            f'<path {named(f"bridge {i + 1}")} d="M{xy(a)} {xy(b)}" stroke="{PAPER}" stroke-width="4.2"/>',
        )
    page.close()
    points = PERMISSION[2]
    page.open(f"<g {named('permission')}>")
    page.add(*permission_line(points))
    page.add(*lock_symbol(*LOCK))
    page.close()

    m = MARGIN
    page.open(f"<g {named('frame')}>")
    page.add(
        f'<path {named("frame paper")} fill="{PAPER}" fill-rule="evenodd" d="M0,0H{num(WIDTH)}V{num(HEIGHT)}H0Z'
        f'M{num(m)},{num(m)}V{num(HEIGHT - m)}H{num(WIDTH - m)}V{num(m)}Z"/>',
        f'<rect {named("frame inner")} x="{num(m)}" y="{num(m)}" width="{num(WIDTH - 2 * m)}" height="{num(HEIGHT - 2 * m)}" fill="none" stroke="{INK}" stroke-width="2"/>',
        f'<rect {named("frame outer")} x="{num(m - 6)}" y="{num(m - 6)}" width="{num(WIDTH - 2 * m + 12)}" height="{num(HEIGHT - 2 * m + 12)}" fill="none" stroke="{INK}" stroke-width="0.8"/>',
    )
    page.close()
    _compass(page)
    _title(page)
    _legend(page)
    page.close()


def arrow(a: XY, b: XY) -> list[str]:
    """The light part of the arrow of a narrow strait; its tips reach a little beyond the passage itself."""
    d = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / d * 6, (b[1] - a[1]) / d * 6
    a, b = (a[0] - ux, a[1] - uy), (b[0] + ux, b[1] + uy)
    return [
        f'<path d="{arrow_head(a, b)}{arrow_head(b, a)}" fill="{ARROW}" stroke="{INK}" stroke-width="1.3"/>',
        f'<path d="{shaft(a, b)}" fill="none" stroke="{ARROW}" stroke-width="2.4"/>',
    ]


def permission_line(points: Sequence[XY]) -> list[str]:
    """The light part of the permission passage, with a ring at each end."""
    ends = [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="4.4" fill="{GOLD}" stroke="{INK}" stroke-width="1.3"/>'
        for x, y in (points[0], points[-1])
    ]
    return [
        f'<path d="{smooth(points)}" fill="none" stroke="{GOLD}" stroke-width="3" stroke-dasharray="7 4.5"/>',
        *ends,
    ]


def _cartouche(page: Page, name: str, x: float, y: float, w: float, h: float) -> None:
    page.add(
        f'<rect {named(f"{name} paper")} x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>',
        f'<rect {named(f"{name} inner rule")} x="{num(x + 4)}" y="{num(y + 4)}" width="{num(w - 8)}" height="{num(h - 8)}" fill="none" stroke="{INK}" stroke-width="0.7"/>',
    )


def crown(x: float, y: float, s: float) -> str:
    """A small open crown, as in the city's three crowns."""
    p = ((-10, 7), (-12, -5), (-5.6, 0.6), (0, -8), (5.6, 0.6), (12, -5), (10, 7))
    body = "M" + " ".join(xy((x + a * s, y + b * s)) for a, b in p) + "Z"
    knobs = "".join(
        f'<circle cx="{num(x + a * s)}" cy="{num(y + b * s)}" r="{num(1.8 * s)}"/>'
        for a, b in ((-12, -6.5), (0, -9.5), (12, -6.5))
    )
    return f'<path d="{body}"/>{knobs}<rect x="{num(x - 10 * s)}" y="{num(y + 8.4 * s)}" width="{num(20 * s)}" height="{num(2.6 * s)}"/>'


def _title(page: Page) -> None:
    x, y, w, h = 38.0, 1058.0, 300.0, 106.0
    page.open(f'<g {named("title")} text-anchor="middle">')
    _cartouche(page, "title", x, y, w, h)
    mid = x + w / 2
    page.open(f'<g {named("three crowns")} fill="#c69214" stroke="{INK}" stroke-width="0.8" stroke-linejoin="round">')
    page.add(*(crown(mid + dx, y + 24 + dy, 0.78) for dx, dy in ((-30, 1), (0, -3), (30, 1))))
    page.close()
    page.add(
        text(mid, y + 67, "STOCKHOLM", 31, f' {named("title name")} font-weight="700" letter-spacing="5"'),
        text(
            mid,
            y + 91,
            "Diplomacy in seven parts of the city, 2101",
            13.2,
            f' {named("title line")} font-style="italic"',
        ),
    )
    page.close()


def _compass(page: Page) -> None:
    x, y, r = 1526.0, 168.0, 34.0
    page.open(f'<g {named("compass")} stroke="{INK}" stroke-width="0.9" stroke-linejoin="round">')
    page.add(f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r * 0.62)}" fill="none"/>')
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        turn = math.pi / 4 * k
        length = r if k % 2 == 0 else r * 0.6

        def at(radius: float, angle: float) -> XY:
            return (x + radius * math.sin(angle), y - radius * math.cos(angle))

        for side, fill in ((-1, PAPER), (1, INK)):
            points = ((x, y), at(length * 0.26, turn + side * math.pi / 4), at(length, turn))
            page.add(f'<path d="M{" ".join(map(xy, points))}Z" fill="{fill}"/>')
    page.close()
    page.add(text(x, y - r - 5, "N", 15, f' {named("compass north")} font-weight="700" text-anchor="middle"'))


def _legend(page: Page) -> None:
    w, h = 258.0, 262.0
    x, y = WIDTH - 32 - w, HEIGHT - 32 - h
    page.open(f'<g {named("legend")} font-size="12.3">')
    _cartouche(page, "legend", x, y, w, h)
    page.add(
        text(
            x + w / 2,
            y + 21,
            "Spring 2101",
            14.5,
            f' {named("legend title")} font-weight="700" letter-spacing="1" text-anchor="middle"',
        )
    )
    row, top = 18.0, y + 40
    entries = [(p.name, p.colour, p.tint) for p in POWERS] + [("Neutral", "", NEUTRAL_TINT)]
    for i, (name, colour, tint) in enumerate(entries):
        cx, cy = x + 14 + (i // 4) * 128, top + (i % 4) * row
        page.open(f"<g {named(f'legend {name}')}>")
        page.add(
            f'<rect x="{num(cx)}" y="{num(cy - 6)}" width="26" height="13" fill="{tint}" stroke="{INK}" stroke-width="1"/>'
        )
        if colour:
            page.add(
                f'<circle cx="{num(cx + 13)}" cy="{num(cy + 0.5)}" r="4.6" fill="{colour}" stroke="{INK}" stroke-width="0.9"/>'
            )
        page.add(text(cx + 33, cy + 5, name, 12.3))
        page.close()
    line = top + 4 * row - 6
    page.add(
        f'<path {named("legend rule")} d="M{xy((x + 14, line))}H{num(x + w - 14)}" stroke="{INK}" stroke-width="0.6"/>'
    )
    cy = line + 17
    page.open(f"<g {named('legend symbols')}>")
    page.add(*centre_symbol(x + 27, cy, "#ffffff", 0.95), text(x + 47, cy + 4.5, "Centre", 12.3))
    page.add(*token(x + 111, cy, PAPER, "A", 9.5), text(x + 126, cy + 4.5, "Army", 12.3))
    page.add(*token(x + 179, cy, PAPER, "F", 9.5), text(x + 194, cy + 4.5, "Fleet", 12.3))
    cy += 23
    page.add(
        f'<rect x="{num(x + 14)}" y="{num(cy - 7)}" width="52" height="14" fill="{SEA}"/>',
        f'<path d="M{xy((x + 18, cy))} {xy((x + 62, cy))}" stroke="{INK}" stroke-width="5"/>',
        *arrow((x + 18, cy), (x + 62, cy)),
        text(x + 75, cy + 4.5, "Narrow strait: armies, fleets", 12.3),
    )
    cy += 24
    sample: list[XY] = [(x + 18, cy), (x + 33, cy), (x + 48, cy), (x + 62, cy)]
    page.add(
        f'<rect x="{num(x + 14)}" y="{num(cy - 7)}" width="52" height="14" fill="{SEA}"/>',
        f'<path d="{smooth(sample)}" fill="none" stroke="{INK}" stroke-width="6" stroke-linecap="round"/>',
        *permission_line(sample),
        *lock_symbol(x + 40, cy - 1, 0.86),
        text(x + 75, cy - 2, "Fleet passage by consent", 12.3),
        text(x + 75, cy + 12, "of the unit in Slussen", 12.3, ' font-style="italic"'),
    )
    cy += 27
    page.add(
        f'<rect x="{num(x + 14)}" y="{num(cy - 6)}" width="26" height="13" fill="url(#canal-waves)" stroke="{INK}" stroke-width="1"/>',
        text(x + 47, cy + 4.5, "Canal: one coast, both waters", 12.3),
    )
    cy += 19
    page.add(
        f'<rect x="{num(x + 14)}" y="{num(cy - 6)}" width="13" height="13" fill="{IDLE}" stroke="{INK}" stroke-width="1"/>',
        f'<rect x="{num(x + 27)}" y="{num(cy - 6)}" width="13" height="13" fill="{IDLE_WATER}" stroke="{INK}" stroke-width="1"/>',
        text(x + 47, cy + 4.5, "Not in play", 12.3),
    )
    page.close()
    page.add(
        text(
            x + w / 2,
            y + h - 11,
            "Variant: Jens and Olle · Map: CC BY 4.0",
            12.1,
            f' {named("legend credits")} font-style="italic" text-anchor="middle"',
        )
    )
    page.close()


def main(arguments: Sequence[str]) -> int:
    """Command line: output file (``map.svg`` beside the script unless given)."""
    out = Path(arguments[0]) if arguments else Path(__file__).with_name("map.svg")
    out.write_text(draw(build_shapes()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
